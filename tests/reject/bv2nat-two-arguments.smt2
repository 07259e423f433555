; bv2nat takes exactly one argument
(set-logic ALL)
(assert (= 1 (bv2nat #x1 #x1)))
(check-sat)
