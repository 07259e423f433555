; str.in_re takes a regular expression second
(set-logic ALL)
(declare-const s String)
(assert (str.in_re s "a"))
(check-sat)
