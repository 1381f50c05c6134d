// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/path_text.h"
#include "core/platform/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>

namespace warpbench::platform {

namespace {

constexpr const char* kWriteRemedy = "check the folder, its permissions and the free space";

[[noreturn]] void fail(ErrorKind kind, const char* what, const std::filesystem::path& file,
                       int error, const char* remedy) {
    throw Error(kind, std::string(what) + " " + utf8(file) + ": " + std::strerror(error), remedy);
}

class Descriptor {
  public:
    explicit Descriptor(int fd)
        : m_fd(fd) {}
    ~Descriptor() {
        if (m_fd >= 0)
            ::close(m_fd);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int get() const { return m_fd; }

  private:
    int m_fd;
};

bool writeAll(int fd, std::string_view contents) {
    while (!contents.empty()) {
        const ssize_t written = ::write(fd, contents.data(), contents.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        contents.remove_prefix(std::size_t(written));
    }
    return true;
}

/// A new file beside another. Its permissions are what the umask leaves of 0666; the name is one
/// that no other process or thread takes.
int openBeside(const std::filesystem::path& target, std::string& name) {
    static std::atomic<unsigned> next = 0;
    for (;;) {
        name = utf8(target) + "." + std::to_string(::getpid()) + "-" + std::to_string(next++) +
               ".new";
        const int fd = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0 || errno != EEXIST)
            return fd;
    }
}

/// Gives a new file the permissions of the one that it replaces, if there is one.
bool takePermissions(int fd, const std::filesystem::path& from) {
    struct stat info {};
    return ::stat(from.c_str(), &info) != 0 || ::fchmod(fd, info.st_mode & 07777) == 0;
}

/// A rename is on the disk once its folder is. File systems that cannot do it need it not.
void flushFolder(const std::filesystem::path& folder) {
    const std::filesystem::path name = folder.empty() ? "." : folder;
    const Descriptor fd(::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (fd.get() >= 0)
        ::fsync(fd.get());
}

} // namespace

std::string readFile(const std::filesystem::path& file, ErrorKind kind, std::uint64_t limit) {
    const char* remedy = "check the name and the permissions";
    const Descriptor fd(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
    if (fd.get() < 0)
        fail(kind, "cannot read", file, errno, remedy);
    const auto tooLarge = [&] {
        throw Error(kind,
                    "cannot read " + utf8(file) + ": it has more than " + std::to_string(limit) +
                        " bytes",
                    "give a smaller file");
    };
    std::string contents;
    struct stat info {};
    if (::fstat(fd.get(), &info) == 0 && info.st_size > 0) {
        if (std::uint64_t(info.st_size) > limit)
            tooLarge();
        contents.reserve(std::size_t(info.st_size) + 1);
    }
    char chunk[65536];
    for (;;) {
        const ssize_t count = ::read(fd.get(), chunk, sizeof chunk);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            fail(kind, "cannot read", file, errno, remedy);
        if (count == 0)
            return contents;
        if (std::uint64_t(count) > limit - contents.size())
            tooLarge();
        contents.append(chunk, std::size_t(count));
    }
}

void requireReplaceable(const std::filesystem::path& file, ErrorKind kind) {
    std::error_code code;
    if (std::filesystem::is_directory(file, code))
        fail(kind, "cannot write", file, EISDIR, kWriteRemedy);
    // Folders that are missing will be made in the first one that is there.
    std::filesystem::path folder = std::filesystem::absolute(file).parent_path();
    while (!std::filesystem::exists(folder, code) && folder.has_relative_path())
        folder = folder.parent_path();
    if (!std::filesystem::is_directory(folder, code))
        fail(kind, "cannot write", file, ENOTDIR, kWriteRemedy);
    if (::access(folder.c_str(), W_OK | X_OK) != 0)
        fail(kind, "cannot write", file, errno, kWriteRemedy);
}

void replaceFile(const std::filesystem::path& file, std::span<const std::string_view> pieces,
                 ErrorKind kind) {
    std::error_code code;
    std::filesystem::path target = file;
    if (std::filesystem::is_symlink(file, code))
        target = std::filesystem::weakly_canonical(file, code);
    if (target.has_parent_path())
        std::filesystem::create_directories(target.parent_path(), code);

    std::string beside;
    const Descriptor fd(openBeside(target, beside));
    if (fd.get() < 0)
        fail(kind, "cannot write", file, errno, kWriteRemedy);
    const bool written =
        std::all_of(pieces.begin(), pieces.end(),
                    [&](std::string_view piece) { return writeAll(fd.get(), piece); }) &&
        takePermissions(fd.get(), target) && ::fsync(fd.get()) == 0 &&
        ::rename(beside.c_str(), target.c_str()) == 0;
    if (!written) {
        const int error = errno;
        ::unlink(beside.c_str());
        fail(kind, "cannot write", file, error, kWriteRemedy);
    }
    flushFolder(target.parent_path());
}

void replaceFile(const std::filesystem::path& file, std::string_view contents, ErrorKind kind) {
    replaceFile(file, std::span(&contents, 1), kind);
}

} // namespace warpbench::platform
