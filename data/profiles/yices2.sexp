; Yices 2, github.com/SRI-CSL/yices2. It has no validator: our evaluator is the judge of its models.
(profile yices2
  (family yices)
  (command "yices-smt2")
  (version "--version")
  (modes spawn snapshot)
  (models ":produce-models")
  (cores ":produce-unsat-cores")
  (incremental "--incremental")
  (lacks "declare-datatypes" "declare-datatype" "get-proof")
  (logics "QF_BV" "QF_ABV" "QF_AUFBV" "QF_UFBV" "QF_UF" "QF_AX" "QF_ALIA" "QF_AUFLIA" "QF_LIA"
          "QF_LRA" "QF_LIRA" "QF_IDL" "QF_RDL" "QF_UFIDL" "QF_UFLIA" "QF_UFLRA" "QF_UFLIRA"
          "QF_NIA" "QF_NRA" "QF_NIRA" "QF_UFNIA" "QF_UFNRA" "QF_UFNIRA" "QF_ANIA" "QF_AUFNIA")

  (tier default)
  (tier common "--mcsat")
  (tier common "--delegate=cadical")

  ; src/include/yices_exit_codes.h
  (exit 16 memout)
  (exit 17 error)
  (exit 18 error)
  (exit 19 error)
  (exit 20 error)
  (exit 21 timeout)
  (exit 22 crash)

  (line "the context is unsatisfiable" nothing)
  (line "can't build a model" nothing)
  (line "not supported" unsupported)
  (line "does not support" unsupported)
  (line "unsupported" unsupported)
  (line "not an IDL formula" unsupported)
  (line "not an RDL formula" unsupported)
  (line "Out of memory" memout)

  (line "FATAL ERROR" crash)
  (line "BUG:" crash)
  (line "Please report this bug" crash))
