; bvredor gives a bit-vector, not a Bool
(set-logic ALL)
(assert (bvredor #x05))
(check-sat)
