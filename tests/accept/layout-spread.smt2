; accepted by: z3 cvc5 (every token on its own line)
(
set-logic
QF_UF
)

(
declare-fun
p
(
)
Bool
)



(
assert
(
or
p
(
not
p
)
)
)
(
check-sat
)
