; No less-than sign is left at the start after replacing it.
(set-logic QF_S)
(set-info :status unsat)
(declare-const in String)
(declare-const out String)
(assert (= out (str.replace in "<" "&lt;")))
(assert (= in "<b>"))
(assert (str.prefixof "<" out))
(check-sat)
