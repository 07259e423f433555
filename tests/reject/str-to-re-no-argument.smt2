; str.to_re is applied to nothing
(set-logic ALL)
(assert (str.in_re "1" (str.to_re)))
(check-sat)
