; accepted by: z3 cvc5 (a comment and nothing else)
