; accepted by: cvc5 (form feeds between commands)
(set-logic QF_UF)

(declare-const p Bool)(assert p)
(check-sat)
