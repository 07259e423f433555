; accepted by: z3 cvc5 (comments in odd places)
;; two semicolons
;
( ; after the parenthesis
set-logic ; after the name
QF_UF ; after the argument
) ; after the command
(declare-fun;no space before
p;no space after
()Bool);|not a symbol
(assert(and;"not a string
p;)not a parenthesis
(not;
p)))(check-sat);last
