// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/path_text.h"
#include "core/platform/descriptor_posix.h"
#include "core/platform/files.h"
#include "core/platform/problems.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>

namespace warpbench::platform {

namespace {

[[noreturn]] void failToRead(ErrorKind kind, const std::filesystem::path& file, int error) {
    throw Error(kind, cannotRead(file, std::strerror(error)));
}

[[noreturn]] void failToWrite(ErrorKind kind, const std::filesystem::path& file, int error) {
    throw Error(kind, cannotWrite(file, std::strerror(error)));
}

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

/// The start of a file name, so that there is room for an ending: names have at most 255 bytes.
std::string shortened(std::string name) {
    constexpr std::size_t kMost = 200;
    std::size_t end = std::min(name.size(), kMost);
    while (end < name.size() && (static_cast<unsigned char>(name[end]) & 0xC0) == 0x80)
        --end; // not within a character
    name.resize(end);
    return name;
}

/// A new file next to another, with the permissions 0666 minus the umask, and a unique name that
/// no other process or thread uses.
int openBeside(const std::filesystem::path& target, std::string& name) {
    static std::atomic<unsigned> next = 0;
    const std::string stem = utf8(target.parent_path() / shortened(utf8(target.filename())));
    for (;;) {
        name = stem + "." + std::to_string(::getpid()) + "-" + std::to_string(next++);
        name += kUnfinishedEnding;
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

/// A rename is on the disk once its folder is. File systems that cannot do this do not need it.
void flushFolder(const std::filesystem::path& folder) {
    const std::filesystem::path name = folder.empty() ? "." : folder;
    const Descriptor fd(::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (fd.get() >= 0)
        ::fsync(fd.get());
}

} // namespace

InputFile::InputFile(const std::filesystem::path& file, ErrorKind kind)
    : m_file(file)
    , m_kind(kind) {
    // Without this, opening a pipe waits for its other end; regular files ignore it.
    const int fd = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        failToRead(kind, file, errno);
    struct stat info {};
    if (::fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)) {
        ::close(fd);
        throw Error(kind, S_ISDIR(info.st_mode) ? isAFolder(file) : isNoFile(file));
    }
    m_handle = fd;
    m_sizeBytes = std::uint64_t(std::max<off_t>(info.st_size, 0));
}

InputFile::~InputFile() {
    ::close(int(m_handle));
}

std::size_t InputFile::readSome(std::uint64_t offset, char* to, std::size_t room) const {
    for (;;) {
        const ssize_t count = ::pread(int(m_handle), to, room, off_t(offset));
        if (count >= 0)
            return std::size_t(count);
        if (errno != EINTR)
            failToRead(m_kind, m_file, errno);
    }
}

void requireReplaceable(const std::filesystem::path& file, ErrorKind kind) {
    std::error_code code;
    if (std::filesystem::is_directory(file, code))
        failToWrite(kind, file, EISDIR);
    // Missing folders will be created in the first existing one.
    std::filesystem::path folder = std::filesystem::absolute(file).parent_path();
    while (!std::filesystem::exists(folder, code) && folder.has_relative_path())
        folder = folder.parent_path();
    if (!std::filesystem::is_directory(folder, code))
        failToWrite(kind, file, ENOTDIR);
    if (::access(folder.c_str(), W_OK | X_OK) != 0)
        failToWrite(kind, file, errno);
}

void replaceFile(const std::filesystem::path& file, std::span<const std::string_view> pieces,
                 ErrorKind kind, Flush flush) {
    std::error_code code;
    std::filesystem::path target = file;
    if (std::filesystem::is_symlink(file, code))
        target = std::filesystem::weakly_canonical(file, code);
    if (target.has_parent_path())
        std::filesystem::create_directories(target.parent_path(), code);

    std::string beside;
    const Descriptor fd(openBeside(target, beside));
    if (fd.get() < 0)
        failToWrite(kind, file, errno);
    const bool written =
        std::all_of(pieces.begin(), pieces.end(),
                    [&](std::string_view piece) { return writeAll(fd.get(), piece); }) &&
        takePermissions(fd.get(), target) && (flush == Flush::no || ::fsync(fd.get()) == 0) &&
        ::rename(beside.c_str(), target.c_str()) == 0;
    if (!written) {
        const int error = errno;
        ::unlink(beside.c_str());
        failToWrite(kind, file, error);
    }
    if (flush == Flush::toDisk)
        flushFolder(target.parent_path());
}

} // namespace warpbench::platform
