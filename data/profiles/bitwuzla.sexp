; Bitwuzla, github.com/bitwuzla/bitwuzla. Written for 0.1 to 0.8, with what the first releases
; (of the Boolector line) print.
(profile bitwuzla
  (family bitwuzla)
  (command "bitwuzla" "--lang=smt2")
  (version "--version")
  (modes spawn session snapshot)
  (models ":produce-models")
  (cores ":produce-unsat-cores")
  (logics "QF_BV" "QF_ABV" "QF_AUFBV" "QF_UFBV" "QF_FP" "QF_BVFP" "QF_ABVFP" "QF_AUFBVFP"
          "QF_UFFP" "QF_UFBVFP" "QF_AFP" "QF_UF" "BV" "ABV" "UFBV" "AUFBV" "FP" "BVFP" "ABVFP"
          "AUFBVFP" "UFFP" "UFBVFP" "UF" "ALL")

  (tier default)
  (tier common "--rewrite-level=0")
  (tier common "--rewrite-level=1")
  (tier common "--bv-solver=prop")
  (tier common "--no-preprocess")
  (tier validate "--check-model" "--produce-models")
  (tier validate "--check-unsat-core" "--produce-unsat-cores")

  (line "cannot get model" nothing)
  (line "cannot get value" nothing)
  (line "cannot get unsat core" nothing)
  ; --time-limit prints unknown and exits with 0.
  (line "unsupported logic" unsupported)
  (line "unsupported command" unsupported)
  (line "not supported" unsupported)

  (line "model check failed" crash)
  (line "unsat core check failed" crash)
  (line "unsat core failed" crash)
  (line "interpolant check failed" crash)
  (line "invalid model" crash)
  (line "Found free variable(s) in assertion" crash)
  (line "CAUGHT SIGNAL" crash))
