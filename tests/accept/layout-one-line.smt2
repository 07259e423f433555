; accepted by: z3 cvc5 (everything on a single line without spaces)
(set-logic QF_LIA)(declare-fun x()Int)(declare-fun y()Int)(assert(<(+ x 1)(* 2 y)))(assert(let((z(- x)))(=(+ z z)y)))(check-sat)(exit)
