; the letter of a hexadecimal literal is a small x
(set-logic ALL)
(assert (= #XFF #XFF))
(check-sat)
