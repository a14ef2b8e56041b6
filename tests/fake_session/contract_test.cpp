#include "support/fake_session.h"
#include "support/session_contract.h"

namespace lockstep::testing {

namespace {

ContractSubject fake() {
    ContractSubject subject;
    subject.name = "fake";
    subject.make = [] { return std::make_unique<FakeSession>(FakeSession::Options{true, std::chrono::microseconds(200)}); };
    subject.quick.run = R"({"format":"lockstep-run/1","name":"quick","steps":20})";
    subject.slow.run = R"({"format":"lockstep-run/1","name":"slow","steps":1000000})";
    return subject;
}

} // namespace

INSTANTIATE_TEST_SUITE_P(Fake, SessionContract, ::testing::Values(fake()));

} // namespace lockstep::testing
