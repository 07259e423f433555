; OpenSMT, github.com/usi-verification-and-security/opensmt. No validator: our evaluator judges.
(profile opensmt
  (family opensmt)
  (command "opensmt")
  (version "--version")
  (modes spawn snapshot)
  (models ":produce-models")
  (lacks "declare-datatypes" "declare-datatype" "reset" "check-sat-assuming")
  (logics "QF_UF" "QF_AX" "QF_LRA" "QF_LIA" "QF_RDL" "QF_IDL" "QF_UFLRA" "QF_UFLIA" "QF_ALIA"
          "QF_ALRA" "QF_AUFLIA" "QF_AUFLRA" "QF_AUFLIRA")

  (tier default)

  (line "model is not available" nothing)
  (line "last answer was not sat" nothing)
  (line "logic not supported" unsupported)
  (line "not supported" unsupported)
  (line "Unknown logic" unsupported)

  ; Everything else is generic: uncaught exceptions, C assertions, signals.
  (line "Internal error" crash))
