; z3 compiled to WebAssembly, the npm package z3-solver, driven from node. The command is a
; placeholder for assay's own driver, which reads queries from standard input.
(profile z3-wasm
  (family z3)
  (command "@z3-wasm")
  (version "--version")
  (modes session)
  (models ":produce-models")
  (cores ":produce-unsat-cores")
  (memory rss) ; node reserves far more address space than it uses

  (tier default)
  (tier common "smt.arith.solver=2")
  (tier common "sat.euf=true")
  (tier common "tactic.default_tactic=smt")
  (tier common "rewriter.flat=false")
  (tier validate "model_validate=true")

  (exit 101 memout)
  (exit 102 timeout)
  (exit 103 error)
  (exit 107 unsupported)
  (exit 110 crash)
  (exit 114 crash)

  (line "ERROR: unknown parameter" error) ; on the command line, and exits with 110
  (line "ERROR: unknown module" error)
  (line "ERROR: invalid value" error)

  (line "model is not available" nothing)
  (line "unsat core is not available" nothing)
  (line "unsat core construction is not enabled" nothing)
  (line "proof is not available" nothing)
  (line "proof construction is not enabled" nothing)
  (line "unknown parameter" nothing)
  (line "check annotation that says" nothing)
  (line "ignoring unsupported logic" nothing)

  (line "NOT IMPLEMENTED YET!" unsupported)
  (line "logic does not support" unsupported)
  (line "max. memory exceeded" memout)
  (line "Aborted(OOM)" memout)
  (line "abort(OOM)" memout)
  (line "Cannot enlarge memory" memout)
  (line "Array buffer allocation failed" memout)
  (line "max. resource limit exceeded" timeout)
  (line "max. steps exceeded" unknown)
  (line "max. frames exceeded" unknown)
  (line "max. scopes exceeded" unknown)
  (line "canceled" timeout)
  ; The package is not there, or not of this version.
  (line "Cannot find module" error)

  (line "Failed to verify:" crash)
  (line "UNEXPECTED CODE WAS REACHED" crash)
  (line "ASSERTION VIOLATION" crash)
  (line "an invalid model was generated" crash)
  (line "failed to verify" crash)
  (line "failed to validate" crash)
  (line "invalid proof" crash)
  (line "RuntimeError:" crash)
  (line "Maximum call stack size exceeded" crash)
  (line "Aborted(" crash))
