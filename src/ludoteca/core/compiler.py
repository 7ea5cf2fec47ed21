"""Kernels compiled by Numba: each version typed and lowered once, optimised where Python calls it.

Numba optimises every function that it compiles, down to machine code, and all that the function
calls with it: the kernels of a deep search would be optimised once for each caller above them.
Here a version of a kernel is only LLVM code that other native code links (`InnerDispatcher`).
An entry, the door for Python, links all that its kernel calls, and that is optimised as a whole
(`EntryDispatcher`). Versions differ by the types of arrays and records only: an integer of any
width, or a literal one, is passed as 64 bits.

This module needs internals of Numba, so the version of Numba is pinned.
"""

from collections.abc import Callable, Iterator
from typing import Any

from numba.core import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompileResult, Flags, compile_extra
from numba.core.dispatcher import _FunctionCompiler
from numba.core.registry import CPUDispatcher, cpu_target
from numba.core.sigutils import normalize_signature
from numba.core.typing.templates import AbstractTemplate

Function = Callable[..., Any]
Types = tuple[Any, ...]
OPTIONS = {"nopython": True, "nogil": True}
VERSIONS = "versions"
"""The key, among an entry's metadata, of the versions of kernels that it is made of."""


class NoPythonEntry(TypeError):
    """Raised where Python calls native code that only native code may call."""


def widest(kind: Any) -> Any:
    """Return the type by which an argument is passed: numbers in 64 bits, literals as variables."""
    kind = types.unliteral(kind)
    if isinstance(kind, types.Integer) and (kind.signed or kind.bitwidth < 64):
        return types.int64
    return types.float64 if isinstance(kind, types.Float) else kind


def argument_types(signature: Any) -> Types:
    """Return the types of the arguments that a version is compiled for."""
    return tuple(widest(kind) for kind in normalize_signature(signature)[0])


class InnerLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The LLVM code of one version, without what it calls; it is linked, never run by itself.

    `version` names the kernel and the types of its arguments.
    """

    version: tuple[str, str]

    def finalize(self) -> None:
        """Allow others to link the code as it is."""
        self._raise_if_finalized()
        self._finalized = True

    def closure(self) -> Iterator[Any]:
        """Yield this library and all that it calls, each once."""
        seen, todo = set(), [self]
        while todo:
            library = todo.pop()
            if library not in seen:
                seen.add(library)
                yield library
                if isinstance(library, InnerLibrary):
                    todo.extend(library._linking_libraries)


class EntryLibrary(JITCodeLibrary):  # type: ignore[misc]
    """Machine code of a kernel, of all that it calls, and of the door for Python, a symbol."""

    def __init__(self, codegen: Any, name: str, door: str) -> None:
        super().__init__(codegen, name)
        self.door = door

    def _optimize_final_module(self) -> None:
        """Optimise a whole program: what only the door reaches may be inlined and dropped."""
        for function in self._final_module.functions:
            if not function.is_declaration and function.name != self.door:
                function.linkage = "internal"
        super()._optimize_final_module()

    @classmethod
    def restore(cls, codegen: Any, name: str, code: bytes, door: str) -> "EntryLibrary":
        """Return a library from machine code that was kept."""
        library = cls(codegen, name, door)
        library.enable_object_caching()
        library._set_compiled_object(code)
        library._finalize_final_module()
        codegen._engine._defined_symbols.add(door)
        return library


class _InnerCompiler(_FunctionCompiler):  # type: ignore[misc]
    def _customize_flags(self, flags: Flags) -> Flags:
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        return flags

    def _compile_core(self, args: Types, return_type: Any) -> Any:
        flags, context = Flags(), self.targetdescr.target_context
        self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
        context.refresh()
        return compile_extra(
            self.targetdescr.typing_context,
            context,
            self.py_func,
            args=args,
            return_type=return_type,
            flags=self._customize_flags(flags),
            locals=self.locals,
            library=InnerLibrary(context.codegen(), self.py_func.__qualname__),
            pipeline_class=self.pipeline_class,
        )


class _Dispatcher(CPUDispatcher):  # type: ignore[misc]
    """A dispatcher whose versions are normalised."""

    compiler_class: Any
    _compiler: Any

    def __init__(self, function: Function, *, boundscheck: bool) -> None:
        options = OPTIONS | {"boundscheck": boundscheck}
        super().__init__(function, targetoptions=options)
        given = self._compiler
        self._compiler = self.compiler_class(
            function, given.targetdescr, options, given.locals, given.pipeline_class
        )

    def compile(self, sig: Any) -> Any:
        """Return a version for some types, compiled or loaded if it is not here yet."""
        return super().compile(argument_types(sig))


class InnerDispatcher(_Dispatcher):
    """The versions of a kernel that native code links."""

    compiler_class = _InnerCompiler

    def add_overload(self, cres: Any) -> None:
        """Note a version, which only native code can call."""
        self.overloads[tuple(cres.signature.args)] = cres
        name = f"{self.py_func.__module__}.{self.py_func.__qualname__}"
        cres.library.version = (name, str(cres.signature.args))
        self.targetctx.insert_user_function(cres.library, cres.fndesc, [cres.library])

    def get_overload(self, sig: Any) -> Any:
        """Return the key by which native code finds a version."""
        return self.overloads[tuple(normalize_signature(sig)[0])].library

    def __call__(self, *arguments: Any) -> Any:
        raise NoPythonEntry(f"{self.py_func.__qualname__} has no entry for Python: call its kernel")


class _EntryCompiler(_FunctionCompiler):  # type: ignore[misc]
    inner: Callable[[], InnerDispatcher]

    def compile(self, args: Types, return_type: Any) -> Any:
        """Return an entry for a version, with all that it calls."""
        inner = self.inner()
        inner.compile(args)
        return make_entry(inner.overloads[args])


class EntryDispatcher(_Dispatcher):
    """The versions of a kernel that Python calls; `cache` keeps their machine code."""

    compiler_class = _EntryCompiler

    def __init__(
        self,
        function: Function,
        inner: Callable[[], InnerDispatcher],
        cache: Any,
        *,
        boundscheck: bool,
    ) -> None:
        super().__init__(function, boundscheck=boundscheck)
        self._compiler.inner = inner
        if cache is not None:
            self._cache = cache


def make_entry(inner: Any) -> Any:
    """Compile the door for Python and all that a version calls to machine code."""
    context, fndesc = inner.target_context, inner.fndesc
    library = EntryLibrary(context.codegen(), fndesc.qualname, fndesc.llvm_cpython_wrapper_name)
    library.enable_object_caching()
    for each in inner.library.closure():
        library.add_linking_library(each)
    with context.push_code_library(library):
        context.create_cpython_wrapper(
            library, fndesc, inner.environment, inner.call_helper, release_gil=True
        )
    library.finalize()
    linked = (each for each in inner.library.closure() if isinstance(each, InnerLibrary))
    versions = sorted(each.version for each in linked)
    made = inner._replace(library=library, entry_point=None, metadata={VERSIONS: versions})
    return _attach(made, made._find_referenced_environments())


def _attach(made: Any, environments: Any) -> Any:
    """Give Python the address of an entry, and the native code its environments."""
    point = made.target_context.get_executable(made.library, made.fndesc, made.environment)
    for each in environments:
        made.library.codegen.set_env(each.env_name, each)
    return made._replace(entry_point=point)


def reduce_entry(made: Any) -> tuple[Any, ...]:
    """Return what an entry is restored from: plain values and machine code."""
    made.fndesc.typemap = made.fndesc.calltypes = None
    environments = tuple(made._find_referenced_environments())
    code = made.library._get_compiled_object()
    state = (made.fndesc, made.environment, made.signature, made.reload_init, environments)
    return (code, made.metadata[VERSIONS], *state)


def restore_entry(
    context: Any,
    code: bytes,
    versions: list[tuple[str, str]],
    fndesc: Any,
    environment: Any,
    signature: Any,
    reload: Any,
    envs: Any,
) -> Any:
    """Return an entry as it was compiled."""
    for initialise in reload:
        initialise()
    name, door = fndesc.qualname, fndesc.llvm_cpython_wrapper_name
    made = CompileResult(
        target_context=context,
        typing_context=context.typing_context,
        library=EntryLibrary.restore(context.codegen(), name, code, door),
        environment=environment,
        entry_point=None,
        fndesc=fndesc,
        type_annotation="",
        signature=signature,
        objectmode=False,
        lifted=(),
        typing_error=None,
        call_helper=None,
        metadata={VERSIONS: versions},
        reload_init=reload,
        referenced_envs=envs,
    )
    return _attach(made, envs)


def implement(stub: Function, resolve: Callable[[Any], InnerDispatcher]) -> None:
    """Have native code that calls `stub` call what `resolve` gives for the first argument."""

    class Verb(AbstractTemplate):  # type: ignore[misc]
        key = stub

        def generic(self, args: Types, kws: Any) -> Any:
            return types.Dispatcher(resolve(args[0])).get_call_type(self.context, args, kws)

        def get_impl_key(self, sig: Any) -> Any:
            return resolve(sig.args[0]).get_overload(sig.args)

    cpu_target.typing_context.insert_global(stub, types.Function(Verb))
