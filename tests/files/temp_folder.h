// A folder of a test's own, gone with it. Its name is not ASCII, so that every test proves such paths.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <unistd.h>

namespace lockstep::test {

class TempFolder {
public:
    TempFolder() {
        static int counter = 0;
        m_path =
            std::filesystem::temp_directory_path() / ("lockstep-prüfung-" + std::to_string(::getpid()) + "-" + std::to_string(counter++));
        std::filesystem::create_directories(m_path);
    }
    ~TempFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    std::string path(const std::string& name = {}) const { return name.empty() ? m_path.string() : (m_path / name).string(); }
    /// Writes a file and returns its path; folders on the way are made.
    std::string write(const std::string& name, std::string_view bytes) const {
        std::filesystem::create_directories((m_path / name).parent_path());
        std::ofstream(m_path / name, std::ios::binary) << bytes;
        return path(name);
    }
    std::size_t count() const {
        return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(m_path), std::filesystem::directory_iterator{}));
    }

private:
    std::filesystem::path m_path;
};

inline std::string slurp(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

} // namespace lockstep::test
