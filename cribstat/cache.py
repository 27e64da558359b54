"""The user's cache folder: what is slow to make and can be made again.

An entry is a folder of arrays with a receipt that holds their digests. It is written by one process at a
time (a file lock), each file beside its place and then renamed, the receipt last; so a reader sees a whole
entry or a damaged one, and a damaged one is made again. The environment variable ``CRIBSTAT_CACHE`` names
another folder.
"""

import codecs
import hashlib
import json
import os
import stat
import sys
import threading
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

Arrays = dict[str, NDArray[Any]]
Message = Callable[[str], None]
State = TypeVar("State")
FOLDER_VARIABLE = "CRIBSTAT_CACHE"
RECEIPT = "receipt.json"
_CHUNK = 1 << 20


def cache_folder() -> Path:
    """Return the folder of the user's cache; it need not exist."""
    named = os.environ.get(FOLDER_VARIABLE)
    if named:
        return Path(named)
    import platformdirs  # not wanted where a folder is named

    return platformdirs.user_cache_path("cribstat", appauthor=False)


@contextmanager
def write_beside(path: Path) -> Iterator[BinaryIO]:
    """Open a file to be written beside `path`, which it replaces if and only if the block ends well.

    A symbolic link keeps pointing where it points: its target is replaced. What is no plain file, such as
    a device, a pipe or a socket, is never replaced: it is opened and written to as it is.

    Raises
    ------
    OSError
        The folder cannot be made or written to.
    """
    if is_special(path):
        with _open_special(path) as file:
            yield file
        return
    path = Path(os.path.realpath(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}.{threading.get_ident()}")
    try:
        with beside.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            beside.chmod(stat.S_IMODE(path.stat().st_mode))
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def is_special(path: Path) -> bool:
    """Tell whether `path` is something that a file must not replace: a device, a pipe, a socket.

    A folder is none of these; replacing it fails by itself. Names below ``/dev`` and ``/proc`` count even
    where they are links to plain files, as ``/dev/stdout`` is behind a redirection.
    """
    if path.absolute().parts[1:2] in (("dev",), ("proc",)) and path.exists() and not path.is_dir():
        return True
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


@contextmanager
def _open_special(path: Path) -> Iterator[BinaryIO]:
    """Open a device or a pipe for writing, or connect to a socket; nothing is cut short or made anew."""
    if stat.S_ISSOCK(path.stat().st_mode):
        import socket  # only wanted for one

        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.connect(str(path))
            with connection.makefile("wb") as stream:
                yield cast(BinaryIO, stream)
        return
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_APPEND), "wb") as file:
        yield file


def read_text(path: Path) -> str:
    """Return the text of a file that a user wrote: UTF-8, or UTF-16 that says so with its first bytes.

    Raises
    ------
    ValueError
        The file is of another encoding; the message says so in words for a reader.
    OSError
        The file cannot be read.
    """
    content = path.read_bytes()
    encoding = "utf-16" if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"
    try:
        return content.decode(encoding).replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise ValueError("it is no text in UTF-8: save it as UTF-8 (plain text)") from error


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock file `path` against other processes and threads; wait for it if need be."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+b") as file:
        _lock(file)
        try:
            yield
        finally:
            _unlock(file)


if sys.platform == "win32":  # pragma: no cover
    import msvcrt

    def _lock(file: Any) -> None:
        """Wait until the first byte of the file is ours."""
        file.seek(0)
        while True:
            try:
                msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
            except OSError:
                continue
            return

    def _unlock(file: Any) -> None:
        """Give the first byte back."""
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _lock(file: Any) -> None:
        """Wait until the file is ours."""
        fcntl.flock(file, fcntl.LOCK_EX)

    def _unlock(file: Any) -> None:
        """Give the file back."""
        fcntl.flock(file, fcntl.LOCK_UN)


def cached_arrays(
    name: str, key: str, build: Callable[[], Mapping[str, NDArray[Any]]], say: Message | None = None
) -> Arrays:
    """Return the arrays of an entry from the cache, made first where it is missing or damaged.

    Parameters
    ----------
    name
        Name of the entry, a file name.
    key
        What the arrays depend on; an entry with another key is out of date and made again.
    build
        Makes the arrays by name.
    say
        Takes sentences for the user: that something is made, that it was damaged or cannot be kept.

    Returns
    -------
    dict
        Read-only arrays, mapped from their files; plain arrays where the folder cannot be written to.

    Notes
    -----
    Safe for several processes at once: one makes the entry, the others wait for it.
    """
    say = say or _say_nothing
    folder = cache_folder() / name
    if _sound(folder, key):
        return _mapped(folder)
    try:
        with locked(cache_folder() / f"{name}.lock"):
            if _sound(folder, key):
                return _mapped(folder)
            if (folder / RECEIPT).exists():
                say(f"'{name}' in {cache_folder()} is out of date or damaged and is made again")
            else:
                say(f"making '{name}' once, for {cache_folder()}")
            arrays = dict(build())
            _write(folder, key, arrays)
            return _mapped(folder)
    except OSError as error:
        reason = error.strerror or error
        say(f"'{name}' cannot be kept in {cache_folder()} and is made for this run only: {reason}")
        return dict(build())


def keep_arrays(name: str, key: str, arrays: Mapping[str, NDArray[Any]]) -> Path:
    """Write an entry, in place of an earlier one; return its folder.

    Parameters
    ----------
    name, key
        As in `cached_arrays`.
    arrays
        The arrays by name.

    Raises
    ------
    OSError
        The folder cannot be written to.
    """
    folder = cache_folder() / name
    with locked(cache_folder() / f"{name}.lock"):
        (folder / RECEIPT).unlink(missing_ok=True)
        _write(folder, key, dict(arrays))
    return folder


def kept_arrays(name: str, key: str) -> Arrays | None:
    """Return the arrays of an entry, read-only and mapped; None where it is missing, other or damaged."""
    folder = cache_folder() / name
    return _mapped(folder) if _sound(folder, key) else None


def write_checkpoint(path: Path, key: str, **arrays: NDArray[Any]) -> None:
    """Write the state of a long run to a file that `read_checkpoint` reads, with what it depends on.

    Raises
    ------
    OSError
        The file cannot be written.
    """
    with write_beside(path) as file:
        np.savez(file, allow_pickle=False, key=np.array(key), **arrays)


def read_checkpoint(
    path: Path | None,
    key: str,
    take: Callable[[Mapping[str, NDArray[Any]]], State],
    say: Message | None = None,
) -> State | None:
    """Return what `take` makes of the arrays of a checkpoint; None where there is none that can be used.

    Parameters
    ----------
    path
        A file that `write_checkpoint` wrote; None for none.
    key
        What the run depends on.
    take
        Makes the state of the run; whatever it raises means that the file is damaged.
    say
        Takes a sentence where the file is of another run or damaged, so that the run begins afresh; a
        warning without it.
    """
    if path is None or not path.exists():
        return None
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as kept:
            if str(kept["key"]) == key:
                return take(kept)
            reason = "is of another run"
    except Exception:  # noqa: BLE001 - zip and npy readers raise nearly anything on damaged bytes
        reason = "is damaged"
    (say or _warn)(f"the checkpoint '{path}' {reason}: the run begins afresh")
    return None


def _warn(sentence: str) -> None:
    """Say a sentence as a warning."""
    warnings.warn(sentence, stacklevel=3)


def _say_nothing(sentence: str) -> None:
    """Keep quiet."""


def _write(folder: Path, key: str, arrays: Arrays) -> None:
    """Write the arrays, then the receipt."""
    digests = {}
    for label, array in arrays.items():
        path = folder / f"{label}.npy"
        with write_beside(path) as file:
            np.save(file, np.ascontiguousarray(array))
        digests[label] = file_sha256(path)
    with write_beside(folder / RECEIPT) as file:
        file.write(json.dumps({"key": key, "sha256": digests}, indent=1).encode())


def _sound(folder: Path, key: str) -> bool:
    """Tell whether the entry has this key and every file its digest."""
    try:
        receipt = json.loads((folder / RECEIPT).read_bytes())
        if receipt["key"] != key:
            return False
        return all(
            file_sha256(folder / f"{label}.npy") == digest for label, digest in receipt["sha256"].items()
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return False


def file_sha256(path: Path) -> str:
    """Return the SHA-256 of a file."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def _mapped(folder: Path) -> Arrays:
    """Map the arrays that the receipt names."""
    labels = json.loads((folder / RECEIPT).read_bytes())["sha256"]
    return {label: _map(folder / f"{label}.npy") for label in labels}


def _map(path: Path) -> NDArray[Any]:
    """Map an array; read it where it is empty, for nothing cannot be mapped."""
    try:
        array: NDArray[Any] = np.load(path, mmap_mode="r")
    except ValueError:
        array = np.load(path)
    return array
