------------------------------ MODULE PaidRound ------------------------------
(* The life of a round that is paid per request (decisions 0032, 0033, 0087, 0093, 0096): one signed payment, the rounds that try to
   use it, their gateway processes, sweeping processes, Redis with replicas, a facilitator and a ledger. One action = one Lua script, or
   one step outside Redis. Every process may stop for ever, or for as long as a lease, between any two actions.                       *)
EXTENDS Naturals, FiniteSets

CONSTANTS Rounds,      \* rounds that are asked for with the same payment
          Sweeps,      \* processes that sweep
          Replicas,    \* replicas of the Redis primary ({} : one server, appendfsync always, which loses nothing)
          MinReplicas, \* outbox.min_replicas
          Partitions,  \* TRUE: a failover may reach a replica that is not the most advanced one
          Failovers,   \* how many may happen
          Forks,       \* TRUE: what was seen at `confirmed` may vanish, and the transaction may land again otherwise
          Forgets      \* TRUE: a server may call a landed payment absent for a while (its history is short), and know it later

VARIABLES db, copy, led, fin, earlier, pc, knows, held, once, ans, wasPaid, fo
vars == <<db, copy, led, fin, earlier, pc, knows, held, once, ans, wasPaid, fo>>

None == "-"
Open == {"settling", "doubt"}
NoRec == [st |-> "none", tok |-> None, over |-> FALSE, ended |-> None, listed |-> FALSE]

Init ==
  /\ db = [rec |-> [r \in Rounds |-> NoRec], key |-> None]
  /\ copy = [i \in Replicas |-> db]
  /\ led = "none" /\ fin = FALSE            \* none, sent, ok, bad (landed and failed), dead (its blockhash is past)
  /\ earlier = [r \in Rounds |-> FALSE]     \* the payment had landed when the round was admitted
  /\ pc = [p \in Rounds \cup Sweeps |-> IF p \in Rounds THEN "start" ELSE "idle"]
  /\ knows = [p \in Rounds \cup Sweeps |-> "nothing"]
  /\ held = [p \in Sweeps |-> None]         \* the round whose payment a sweep has claimed
  /\ once = [p \in Rounds \cup Sweeps |-> {}] \* rounds that the process has found absent once
  /\ ans = [r \in Rounds |-> None]
  /\ wasPaid = {} /\ fo = 0

Rec(r) == db.rec[r]
Put(r, f) == db' = [db EXCEPT !.rec[r] = f]

---------------------------------------------------------------------- (* the gateway process of a round; its token is the round's name *)
Reserve(r) == \* reserve-5+m+2n.lua; admission has read the ledger before
  /\ pc[r] = "start"
  /\ \/ /\ db.key = None
        /\ db' = [rec |-> [db.rec EXCEPT ![r] = [NoRec EXCEPT !.st = "reserved", !.tok = r]], key |-> r]
        /\ pc' = [pc EXCEPT ![r] = "reserved"]
        /\ earlier' = [earlier EXCEPT ![r] = led \in {"ok", "bad"}]
     \/ db.key # None /\ pc' = [pc EXCEPT ![r] = "end"] /\ UNCHANGED <<db, earlier>>
  /\ UNCHANGED <<copy, led, fin, knows, held, once, ans, wasPaid, fo>>

ReserveUnheard(r) == \* the reservation is made and its answer lost: no round begins
  /\ pc[r] = "start" /\ db.key = None
  /\ db' = [rec |-> [db.rec EXCEPT ![r] = [NoRec EXCEPT !.st = "reserved", !.tok = r]], key |-> r]
  /\ pc' = [pc EXCEPT ![r] = "unheard"] /\ earlier' = [earlier EXCEPT ![r] = led \in {"ok", "bad"}]
  /\ UNCHANGED <<copy, led, fin, knows, held, once, ans, wasPaid, fo>>

Withdraw(r) == \* withdraw-4+m+2n.lua: the payment may fund a round after all
  /\ pc[r] = "unheard"
  /\ IF Rec(r).st = "reserved" /\ Rec(r).tok = r
     THEN db' = [rec |-> [db.rec EXCEPT ![r] = NoRec], key |-> IF db.key = r THEN None ELSE db.key] /\ pc' = [pc EXCEPT ![r] = "start"]
     ELSE UNCHANGED db /\ pc' = [pc EXCEPT ![r] = "end"]
  /\ UNCHANGED <<copy, led, fin, earlier, knows, held, once, ans, wasPaid, fo>>

Fail(r) == \* fail-3+m+2n.lua, where the authorization is given back
  /\ pc[r] = "reserved"
  /\ IF Rec(r).st = "reserved"
     THEN db' = [rec |-> [db.rec EXCEPT ![r].st = "failed"], key |-> IF db.key = r THEN None ELSE db.key]
     ELSE UNCHANGED db
  /\ pc' = [pc EXCEPT ![r] = "end"]
  /\ UNCHANGED <<copy, led, fin, earlier, knows, held, once, ans, wasPaid, fo>>

Begin(r) == \* begin-payment-4.lua, with the signed result; also repeated after a lost answer
  /\ pc[r] \in {"reserved", "begun"}
  /\ \/ /\ Rec(r).st = "reserved"
        /\ Put(r, [Rec(r) EXCEPT !.st = "settling", !.tok = r, !.over = FALSE]) /\ pc' = [pc EXCEPT ![r] = "begun"]
     \/ Rec(r).st = "settling" /\ Rec(r).tok = r /\ UNCHANGED db /\ pc' = [pc EXCEPT ![r] = "begun"]
     \/ ~(Rec(r).st = "reserved" \/ (Rec(r).st = "settling" /\ Rec(r).tok = r)) /\ UNCHANGED db /\ pc' = [pc EXCEPT ![r] = "end"]
  /\ UNCHANGED <<copy, led, fin, earlier, knows, held, once, ans, wasPaid, fo>>

Holds(p, r) == Rec(r).st \in Open /\ Rec(r).tok = p
(* pay, refuse-payment, doubt-payment and overturn; `won`: the command was carried out, now or before *)
Overturn(r) == db' = [db EXCEPT !.rec[r] = [Rec(r) EXCEPT !.st = "paid", !.ended = None, !.listed = FALSE]] /\ wasPaid' = wasPaid \cup {r}
Pay(p, r) ==
  \/ Holds(p, r) /\ db' = [db EXCEPT !.rec[r] = [Rec(r) EXCEPT !.st = "paid", !.tok = None, !.ended = p]] /\ wasPaid' = wasPaid \cup {r}
  \/ ~Holds(p, r) /\ Rec(r).st = "unpaid" /\ Overturn(r)
  \/ ~Holds(p, r) /\ Rec(r).st # "unpaid" /\ UNCHANGED <<db, wasPaid>>
Refuse(p, r, certain) ==
  IF Holds(p, r) THEN db' = [db EXCEPT !.rec[r] = [Rec(r) EXCEPT !.st = "unpaid", !.tok = None, !.ended = p, !.listed = ~certain]]
  ELSE UNCHANGED db
Doubt(p, r) == IF Holds(p, r) THEN db' = [db EXCEPT !.rec[r] = [Rec(r) EXCEPT !.st = "doubt", !.tok = None]] ELSE UNCHANGED db

Has(i, r) == copy[i].rec[r].st \in Open \cup {"paid", "unpaid"}
Confirmed(r) == \* WAIT: shared-wait.ts
  /\ pc[r] = "begun" /\ Cardinality({i \in Replicas : Has(i, r)}) >= MinReplicas
  /\ pc' = [pc EXCEPT ![r] = "mayAsk"]
  /\ UNCHANGED <<db, copy, led, fin, earlier, knows, held, once, ans, wasPaid, fo>>

LeaveUnasked(r) == \* conclude-paid-round.ts: the caller has left, and no facilitator was asked
  /\ pc[r] = "mayAsk" /\ pc' = [pc EXCEPT ![r] = "end"]
  /\ Refuse(r, r, TRUE) /\ ans' = [ans EXCEPT ![r] = IF Holds(r, r) THEN "left" ELSE "503"]
  /\ UNCHANGED <<copy, led, fin, earlier, knows, held, once, wasPaid, fo>>

Ask(r) == \* the facilitator is asked; it sends the transaction now, or later, or never
  /\ pc[r] = "mayAsk" /\ pc' = [pc EXCEPT ![r] = "asked"]
  /\ led' \in IF led = "none" THEN {"none", "sent"} ELSE {led}
  /\ UNCHANGED <<db, copy, fin, earlier, knows, held, once, ans, wasPaid, fo>>

---------------------------------------------------------------------- (* facilitator, ledger, time *)
Late == led = "none" /\ (\E r \in Rounds : pc[r] = "asked" \/ ans[r] \notin {None, "left"}) /\ led' = "sent"
        /\ UNCHANGED <<db, copy, fin, earlier, pc, knows, held, once, ans, wasPaid, fo>>
Land == led = "sent" /\ led' \in {"ok", "bad"}
        /\ UNCHANGED <<db, copy, fin, earlier, pc, knows, held, once, ans, wasPaid, fo>>
Fork == Forks /\ led \in {"ok", "bad"} /\ ~fin /\ led' = "sent"
        /\ UNCHANGED <<db, copy, fin, earlier, pc, knows, held, once, ans, wasPaid, fo>>
Final == led \in {"ok", "bad"} /\ ~fin /\ fin' = TRUE
        /\ UNCHANGED <<db, copy, led, earlier, pc, knows, held, once, ans, wasPaid, fo>>
Past == led \in {"none", "sent"} /\ led' = "dead" /\ fin' = TRUE
        /\ UNCHANGED <<db, copy, earlier, pc, knows, held, once, ans, wasPaid, fo>>
LeaseEnds(r) == Rec(r).st \in Open /\ Rec(r).tok # None /\ ~Rec(r).over /\ Put(r, [Rec(r) EXCEPT !.over = TRUE])
        /\ UNCHANGED <<copy, led, fin, earlier, pc, knows, held, once, ans, wasPaid, fo>>
Expire(r) == \* expire-3+2n.lua; the authorization stays used
  /\ Rec(r).st = "reserved" /\ Put(r, [Rec(r) EXCEPT !.st = "expired"])
  /\ UNCHANGED <<copy, led, fin, earlier, pc, knows, held, once, ans, wasPaid, fo>>
KeyEnds == \* the key outlives every block that could hold the payment
  /\ db.key # None /\ fin /\ db' = [db EXCEPT !.key = None]
  /\ UNCHANGED <<copy, led, fin, earlier, pc, knows, held, once, ans, wasPaid, fo>>

---------------------------------------------------------------------- (* what a check of the ledger may find *)
Findings(r) ==
  {"unknown"}
  \cup (IF led = "ok" THEN {IF earlier[r] THEN "earlier" ELSE "paid"} ELSE {})
  \cup (IF led = "bad" THEN {IF earlier[r] THEN "earlier" ELSE IF fin THEN "failed" ELSE "unknown"} ELSE {})
  \cup (IF led = "dead" \/ (Forgets /\ fin) THEN {"absent"} ELSE {})

Check(r) == \* make-payment.ts: any number of checks
  /\ pc[r] = "asked"
  /\ \E f \in Findings(r) :
       /\ knows' = [knows EXCEPT ![r] = IF f = "absent" /\ r \notin once[r] THEN "unknown" ELSE f]
       /\ once' = [once EXCEPT ![r] = IF f = "absent" THEN @ \cup {r} ELSE @]
  /\ UNCHANGED <<db, copy, led, fin, earlier, pc, held, ans, wasPaid, fo>>

Conclude(r) == \* conclude-paid-round.ts
  /\ pc[r] = "asked" /\ pc' = [pc EXCEPT ![r] = "end"]
  /\ CASE knows[r] = "paid" -> Pay(r, r) /\ ans' = [ans EXCEPT ![r] = "200"]
       [] knows[r] \in {"failed", "earlier", "absent"} ->
            /\ Refuse(r, r, knows[r] # "absent") /\ UNCHANGED wasPaid
            /\ ans' = [ans EXCEPT ![r] = IF Holds(r, r) THEN "402" ELSE "503"]
       [] OTHER -> Doubt(r, r) /\ UNCHANGED wasPaid /\ ans' = [ans EXCEPT ![r] = "503"]
  /\ UNCHANGED <<copy, led, fin, earlier, knows, held, once, fo>>

---------------------------------------------------------------------- (* a sweep *)
Claim(p, r) == \* claim-payment-2.lua
  /\ pc[p] = "idle" /\ Rec(r).st \in Open /\ (Rec(r).tok = None \/ Rec(r).over)
  /\ Put(r, [Rec(r) EXCEPT !.tok = p, !.over = FALSE])
  /\ pc' = [pc EXCEPT ![p] = "holds"] /\ held' = [held EXCEPT ![p] = r]
  /\ UNCHANGED <<copy, led, fin, earlier, knows, once, ans, wasPaid, fo>>
SweepCheck(p) ==
  /\ pc[p] = "holds"
  /\ \E f \in Findings(held[p]) :
       /\ knows' = [knows EXCEPT ![p] = IF f = "absent" /\ held[p] \notin once[p] THEN "unknown" ELSE f]
       /\ once' = [once EXCEPT ![p] = IF f = "absent" THEN @ \cup {held[p]} ELSE @]
  /\ pc' = [pc EXCEPT ![p] = "knows"]
  /\ UNCHANGED <<db, copy, led, fin, earlier, held, ans, wasPaid, fo>>
SweepWrite(p) ==
  /\ pc[p] = "knows" /\ pc' = [pc EXCEPT ![p] = "idle"]
  /\ LET r == held[p] IN
       CASE knows[p] = "paid" -> Pay(p, r)
         [] knows[p] \in {"failed", "earlier", "absent"} -> Refuse(p, r, knows[p] # "absent") /\ UNCHANGED wasPaid
         [] OTHER -> Doubt(p, r) /\ UNCHANGED wasPaid
  /\ held' = [held EXCEPT ![p] = None] /\ knows' = [knows EXCEPT ![p] = "nothing"]
  /\ UNCHANGED <<copy, led, fin, earlier, once, ans, fo>>
CheckAgain(p, r) == \* of what was given up
  /\ pc[p] = "idle" /\ Rec(r).st = "unpaid" /\ Rec(r).listed /\ "paid" \in Findings(r) /\ Overturn(r)
  /\ UNCHANGED <<copy, led, fin, earlier, pc, knows, held, once, ans, fo>>
Restart(p) == \* a sweep's process dies and another begins: it has seen nothing
  /\ pc' = [pc EXCEPT ![p] = "idle"] /\ knows' = [knows EXCEPT ![p] = "nothing"] /\ held' = [held EXCEPT ![p] = None]
  /\ once' = [once EXCEPT ![p] = {}] /\ (pc[p] # "idle" \/ once[p] # {})
  /\ UNCHANGED <<db, copy, led, fin, earlier, ans, wasPaid, fo>>

---------------------------------------------------------------------- (* Redis *)
Copy(i) == copy[i] # db /\ copy' = [copy EXCEPT ![i] = db]
  /\ UNCHANGED <<db, led, fin, earlier, pc, knows, held, once, ans, wasPaid, fo>>
MayTakeOver(i) == Partitions \/ \A r \in Rounds : (\E j \in Replicas : Has(j, r)) => Has(i, r)
Failover(i) == fo < Failovers /\ fo' = fo + 1 /\ MayTakeOver(i) /\ db' = copy[i] /\ copy' = [j \in Replicas |-> copy[i]]
  /\ UNCHANGED <<led, fin, earlier, pc, knows, held, once, ans, wasPaid>>

Next ==
  \/ \E r \in Rounds : Reserve(r) \/ ReserveUnheard(r) \/ Withdraw(r) \/ Fail(r) \/ Begin(r) \/ Confirmed(r) \/ LeaveUnasked(r) \/ Ask(r) \/ Check(r) \/ Conclude(r)
                       \/ LeaseEnds(r) \/ Expire(r)
  \/ \E p \in Sweeps : SweepCheck(p) \/ SweepWrite(p) \/ Restart(p) \/ \E r \in Rounds : Claim(p, r) \/ CheckAgain(p, r)
  \/ Late \/ Land \/ Fork \/ Final \/ Past \/ KeyEnds
  \/ \E i \in Replicas : Copy(i) \/ Failover(i)
Spec == Init /\ [][Next]_vars

---------------------------------------------------------------------- (* what must hold *)
Served(r) == ans[r] = "200" \/ Rec(r).st = "paid" \/ r \in wasPaid
NoFreeResult == Forks \/ \A r \in Rounds : Served(r) => led = "ok"
OnePaymentOneResult == Cardinality({r \in Rounds : Served(r)}) <= 1
(* A payer that is charged can have the result: the round is paid, or some process will still find the payment. *)
ChargedIsRecoverable == (led = "ok" /\ fin) =>
  \E r \in Rounds : Served(r) \/ Rec(r).st \in Open \/ (Rec(r).st = "unpaid" /\ Rec(r).listed) \/ (pc[r] = "asked" /\ knows[r] = "paid")
(* A payer that was told that nothing was paid was not charged, unless a server forgot or a block was lost. *)
ToldUnpaidIsTrue == Forgets \/ Forks \/ \A r \in Rounds : (ans[r] \in {"402", "left"} /\ ~earlier[r]) => led # "ok"
AskedIsOnRecord == \A r \in Rounds : pc[r] \in {"mayAsk", "asked"} => Rec(r).st \in Open \cup {"paid", "unpaid"}
NeverBackFromPaid == [][\A r \in Rounds : Rec(r).st = "paid" /\ fo' = fo => Rec(r)'.st = "paid"]_vars
(* A reservation is withdrawn by the process that never heard of it, and under no round that runs. *)
HeardIsKept == \A r \in Rounds : (pc[r] = "reserved" /\ fo = 0) => Rec(r).st # "none"
HeldOnce == \A r \in Rounds : Rec(r).st \in {"paid", "unpaid", "failed", "expired"} => Rec(r).tok \in {None, r}
==============================================================================
