; z3, github.com/Z3Prover/z3. Written for 4.8 to 5.2.
(profile z3
  (family z3)
  (command "z3" "-smt2" "-in")
  (version "--version")
  ; A copy of a fresh process still has to fill the tables that a session has filled already.
  (modes spawn snapshot session)
  (models ":produce-models")
  (cores ":produce-unsat-cores")
  ; z3 spends most of a small query on the page faults of tables that it hardly uses. Large pages
  ; (glibc from 2.35 on; others do not care), and memory that is kept instead of given back, spare
  ; it most of them.
  (environment "GLIBC_TUNABLES"
    "glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=33554432:glibc.malloc.trim_threshold=67108864")

  (tier default)
  (tier common "smt.arith.solver=2")
  (tier common "sat.euf=true")
  (tier common "tactic.default_tactic=smt")
  (tier common "smt.string_solver=z3str3")
  (tier common "rewriter.flat=false")
  (tier common "smt.phase_selection=5" "smt.relevancy=0")
  ; Has known false alarms with quantifiers and underspecified functions: an invalid model is a
  ; finding only when our evaluator says so too.
  (tier validate "model_validate=true")

  ; src/util/error_codes.h
  (exit 101 memout)
  (exit 102 timeout)
  (exit 103 error)
  (exit 107 unsupported)
  (exit 110 crash)
  (exit 114 crash)

  (line "ERROR: unknown parameter" error) ; on the command line, and exits with 110
  (line "ERROR: unknown module" error)
  (line "ERROR: invalid value" error)

  ; Answers to commands that ask. They change nothing, so a verdict after them still holds.
  (line "model is not available" nothing)
  (line "unsat core is not available" nothing)
  (line "unsat core construction is not enabled" nothing)
  (line "proof is not available" nothing)
  (line "proof construction is not enabled" nothing)
  (line "unknown parameter" nothing)
  ; Our seeds carry the status that they were published with; disagreeing with it is the oracle's
  ; business.
  (line "check annotation that says" nothing)
  (line "ignoring unsupported logic" nothing)

  (line "NOT IMPLEMENTED YET!" unsupported)
  (line "logic does not support" unsupported)
  (line "max. memory exceeded" memout)
  (line "max. resource limit exceeded" timeout)
  (line "max. steps exceeded" unknown)
  (line "max. frames exceeded" unknown)
  (line "max. scopes exceeded" unknown)
  (line "canceled" timeout)

  (line "Failed to verify:" crash)
  (line "UNEXPECTED CODE WAS REACHED" crash)
  (line "ASSERTION VIOLATION" crash)
  (line "an invalid model was generated" crash)
  (line "failed to verify" crash)
  (line "failed to validate" crash)
  (line "invalid proof" crash))
