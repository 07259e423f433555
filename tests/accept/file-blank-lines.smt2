; accepted by: z3 cvc5 (blank lines and spaces at both ends)

   
	
(set-logic QF_UF)   


(check-sat)

   

