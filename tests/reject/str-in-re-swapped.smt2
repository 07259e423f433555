; str.in_re takes the string first
(set-logic ALL)
(declare-const s String)
(assert (str.in_re re.all s))
(check-sat)
