#include "report/result_name.h"

namespace lockstep::report {

std::string resultName(const std::string& key) {
    for (const std::string split : {"train", "validation", "test"}) {
        if (key == "loss." + split) return split + "/loss";
    }
    return key;
}

} // namespace lockstep::report
