; Boolector 1.5, as in Debian. One check-sat a file, and only the commands that describe the
; problem; -m prints models in a form of its own, so there are none for us.
(profile boolector
  (family boolector)
  (command "boolector" "--smt2")
  (version "--version")
  (modes spawn snapshot)
  (lacks "set-option" "get-option" "get-info" "echo" "declare-const" "declare-sort"
         "declare-datatype" "declare-datatypes" "define-fun" "define-fun-rec" "define-funs-rec"
         "define-sort" "push" "pop" "reset" "reset-assertions" "check-sat-assuming" "get-model"
         "get-value" "get-assertions" "get-assignment" "get-proof" "get-unsat-core"
         "get-unsat-assumptions")
  ; It takes the names QF_UFBV and QF_AUFBV too, but no function with arguments.
  (logics "QF_BV" "QF_ABV" "QF_AUFBV" "QF_UFBV")

  (tier default)
  (tier common "-rwl0")
  (tier common "-rwl1")

  (exit 10 sat)
  (exit 20 unsat)

  (line "[btorsmt2] WARNING" nothing)
  ; The signals that another process sends.
  (line "CAUGHT SIGNAL 2" timeout)
  (line "CAUGHT SIGNAL 15" timeout)
  (line "ALARM TRIGGERED" timeout)
  (line "unsupported logic" unsupported)
  (line "unsupported command" unsupported)
  (line "unsupported reserved word" unsupported)
  (line "expected command at" unsupported)
  (line "expected '(' or 'Bool' at" unsupported) ; another sort
  (line "expected ')' after '(' at" unsupported) ; a function

  (line "CAUGHT SIGNAL" crash)
  (line "invalid model" crash))

; Boolector 3, github.com/Boolector/boolector, installed under this name or named with its path.
(profile boolector3
  (family boolector)
  (command "boolector3" "--smt2")
  (version "--version")
  (modes spawn snapshot)
  (models ":produce-models")
  (incremental "--incremental")
  (lacks "reset" "reset-assertions" "get-proof")
  (logics "QF_BV" "QF_ABV" "QF_AUFBV" "QF_UFBV" "BV" "UFBV")

  (tier default)
  (tier common "--rewrite-level=0")
  (tier common "--rewrite-level=1")
  (tier common "--engine=fun" "--sat-engine=cadical")
  (tier validate "--chk-model")
  (tier validate "--chk-failed-assumptions")

  (exit 10 sat)
  (exit 20 unsat)

  (line "CAUGHT SIGNAL 2" timeout)
  (line "CAUGHT SIGNAL 15" timeout)
  (line "ALARM TRIGGERED" timeout)
  (line "unsupported logic" unsupported)
  (line "unsupported command" unsupported)

  (line "CAUGHT SIGNAL" crash)
  (line "invalid model" crash)
  (line "assumptions are not failed" crash))
