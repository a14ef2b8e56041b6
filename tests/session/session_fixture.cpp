#include "session_fixture.h"

#include "backends/ref/ref_device.h"
#include "session/documents.h"
#include "session/make_session.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <unistd.h>

namespace lockstep::testing {

namespace fs = std::filesystem;

namespace {

/// Removed at the end of the program.
struct Folder {
    fs::path path = fs::temp_directory_path() / ("lockstep-session-ü-" + std::to_string(::getpid()));
    ~Folder() {
        std::error_code ignored;
        fs::remove_all(path, ignored);
    }
};

session::DeviceFactory referenceOnly() {
    session::DeviceFactory factory;
    factory.list = [] {
        session::DeviceRow row;
        row.id = "ref";
        return std::vector{row};
    };
    factory.make = [](const std::string&, int) -> Result<std::unique_ptr<backends::Device>> { return backends::makeRefDevice(); };
    return factory;
}

} // namespace

std::string newStore() {
    static const Folder folder;
    static std::atomic<int> count{0};
    const auto own = folder.path / std::to_string(count++);
    fs::create_directories(own);
    return (own / "runs.db").string();
}

std::unique_ptr<session::Session> openSession(const std::string& database, bool worksQueue, decltype(session::DeviceFactory::probe) probe) {
    session::SessionOptions options;
    options.worksQueue = worksQueue;
    options.database = database;
    options.devices = referenceOnly();
    options.devices.probe = std::move(probe);
    auto session = session::makeSession(std::move(options));
    if (!session) {
        std::fprintf(stderr, "%s\n", session.error().message().c_str());
        std::abort();
    }
    return *std::move(session);
}

session::SetupText digits(std::vector<std::string> sets) {
    auto setup = session::loadSetup("template:digits-mlp", std::move(sets));
    if (!setup) std::abort();
    return *std::move(setup);
}

} // namespace lockstep::testing
