; a byte order mark inside the file
(set-logic QF_UF)
﻿(check-sat)
