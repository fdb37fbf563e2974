----------------------------- MODULE ChargedRound -----------------------------
(* The life of rounds that the ledger charges after the answer (decisions 0011, 0071, 0081, 0087): two rounds that want units of one quota,
   their gateway processes, settlement workers with leases, Redis with replicas, a ledger whose blocks may be lost until they are final.
   One action = one Lua script or one step outside Redis. Any process may stop between two actions.                                   *)
EXTENDS Naturals, FiniteSets

CONSTANTS Rounds,
          Asks,    \* gateway processes that get the same request, one of which may run its round
          Workers, Replicas, MinReplicas, Partitions, Failovers,
          Units,   \* of the quota on the ledger at the start
          Cost,    \* of a round in units: Alike or OneIsAList
          Forks    \* how many settled blocks may be lost before they are final

VARIABLES db,      \* Redis: rec[r], fig = the quota's reading: <<available, slot>>
          copy,    \* the same in each replica
          led,     \* ledger: receipts, slot, open (the settlement window is open), final (receipts that cannot vanish)
          tx,      \* tx[r][w]: the transaction of worker w for round r: none, recorded, sent, over
          seen,    \* what the gateway processes have read of the ledger: <<available, slot>> or None
          pc, hand, ans, fo, fk
vars == <<db, copy, led, tx, seen, pc, hand, ans, fo, fk>>
None == "-"
NoHold == 9
OpenHold == 8
Slots == 0..3
NoRec == [st |-> "none", by |-> 0, tok |-> None, over |-> FALSE, hold |-> NoHold]  \* until the settlement: OpenHold; then the slot at which it was seen

Alike == [r \in Rounds |-> 1]
OneIsAList == LET list == CHOOSE r \in Rounds : TRUE IN [r \in Rounds |-> IF r = list THEN 2 ELSE 1]
RECURSIVE Sum(_)
Sum(rounds) == IF rounds = {} THEN 0 ELSE LET r == CHOOSE one \in rounds : TRUE IN Cost[r] + Sum(rounds \ {r})
Avail(l) == Units - Sum(l.got)
Init ==
  /\ db = [rec |-> [r \in Rounds |-> NoRec], fig |-> <<0, 0>>, has |-> FALSE]
  /\ copy = [i \in Replicas |-> db]
  /\ led = [got |-> {}, slot |-> 1, open |-> TRUE, final |-> {}]
  /\ tx = [r \in Rounds |-> [w \in Workers |-> "none"]]
  /\ seen = [r \in Rounds |-> <<>>]
  /\ pc = [r \in Rounds |-> [a \in Asks |-> "start"]]
  /\ hand = [w \in Workers |-> None]       \* the round that a worker has claimed
  /\ ans = [r \in Rounds |-> {}]          \* processes that have answered 200
  /\ fo = 0 /\ fk = 0
Rec(r) == db.rec[r]

(* quotas.lua: the reading of the higher slot wins, at the same slot the smaller one; units of rounds seen settled by then are given back *)
Newer(f, a, s) == ~f.has \/ s > f.fig[2] \/ (s = f.fig[2] /\ a < f.fig[1])
Store(d, a, s) == IF ~Newer(d, a, s) THEN d
  ELSE [d EXCEPT !.fig = <<a, s>>, !.has = TRUE,
        !.rec = [r \in Rounds |-> IF d.rec[r].hold \in Slots /\ d.rec[r].hold <= s THEN [d.rec[r] EXCEPT !.hold = NoHold] ELSE d.rec[r]]]
Committed(d) == Sum({r \in Rounds : d.rec[r].hold # NoHold})

Read(r) == (\E a \in Asks : pc[r][a] = "start") /\ seen[r] = <<>> /\ seen' = [seen EXCEPT ![r] = <<Avail(led), led.slot>>]
  /\ UNCHANGED <<db, copy, led, tx, pc, hand, ans, fo, fk>>
Free(d, r) == d.rec[r].st \in {"none", "expired"}
Taken(d, r, a) == [d EXCEPT !.rec[r] = [NoRec EXCEPT !.st = "reserved", !.by = a, !.hold = OpenHold]]
Fits(d, r) == Cost[r] + Committed(d) <= d.fig[1]
Reserve(r, a) == \* reserve-5+m+2n.lua; the answer may be lost: no round begins then
  /\ pc[r][a] \in {"start", "late"} /\ seen[r] # <<>>
  /\ LET d == Store(db, seen[r][1], seen[r][2]) IN
       IF Free(d, r) /\ Fits(d, r)
       THEN /\ db' = Taken(d, r, a)
            /\ pc' \in {[pc EXCEPT ![r][a] = p] : p \in IF pc[r][a] = "late" THEN {"unheard"} ELSE {"reserved", "unheard"}}
       ELSE db' = d /\ pc' = [pc EXCEPT ![r][a] = "end"]
  /\ UNCHANGED <<copy, led, tx, seen, hand, ans, fo, fk>>
Lost(r, a) == pc[r][a] = "start" /\ seen[r] # <<>> /\ pc' = [pc EXCEPT ![r][a] = "late"] \* the server reads the command later, or never
  /\ UNCHANGED <<db, copy, led, tx, seen, hand, ans, fo, fk>>
Withdraw(r, a) == \* withdraw-4+m+2n.lua, by the process that never heard; the same request may be served then
  /\ pc[r][a] = "unheard"
  /\ IF Rec(r).st = "reserved" /\ Rec(r).by = a THEN db' = [db EXCEPT !.rec[r] = NoRec] /\ pc' = [pc EXCEPT ![r][a] = "start"]
     ELSE UNCHANGED db /\ pc' = [pc EXCEPT ![r][a] = "end"]
  /\ UNCHANGED <<copy, led, tx, seen, hand, ans, fo, fk>>
Fail(r, a) == \* fail-3+m+2n.lua
  /\ pc[r][a] = "reserved" /\ pc' = [pc EXCEPT ![r][a] = "end"]
  /\ IF Rec(r).st = "reserved" /\ Rec(r).by = a THEN db' = [db EXCEPT !.rec[r] = [NoRec EXCEPT !.st = "failed"]] ELSE UNCHANGED db
  /\ UNCHANGED <<copy, led, tx, seen, hand, ans, fo, fk>>
Expire(r) == \* expire-3+2n.lua, also before another process takes the identity; the first may be slow, and its token is void
  /\ Rec(r).st = "reserved" /\ db' = [db EXCEPT !.rec[r] = [NoRec EXCEPT !.st = "expired"]]
  /\ UNCHANGED <<copy, led, tx, seen, pc, hand, ans, fo, fk>>
Commit(r, a) == \* commit-6+2n.lua
  /\ pc[r][a] = "reserved"
  /\ IF Rec(r).st = "reserved" /\ Rec(r).by = a /\ led.open
     THEN db' = [db EXCEPT !.rec[r].st = "pending"] /\ pc' = [pc EXCEPT ![r][a] = "committed"]
     ELSE UNCHANGED db /\ pc' = [pc EXCEPT ![r][a] = "end"]
  /\ UNCHANGED <<copy, led, tx, seen, hand, ans, fo, fk>>
Has(i, r) == copy[i].rec[r].st \in {"pending", "settled", "final", "lapsed"}
Answer(r, a) == \* WAIT, then 200
  /\ pc[r][a] = "committed" /\ Rec(r).by = a \* else a commit that is repeated on the new primary is refused
  /\ Cardinality({i \in Replicas : Has(i, r) /\ copy[i].rec[r].by = a}) >= MinReplicas
  /\ pc' = [pc EXCEPT ![r][a] = "end"] /\ ans' = [ans EXCEPT ![r] = @ \cup {a}]
  /\ UNCHANGED <<db, copy, led, tx, seen, hand, fo, fk>>

Claim(w, r) == \* claim-4.lua
  /\ hand[w] = None /\ Rec(r).st = "pending" /\ (Rec(r).tok = None \/ Rec(r).over)
  /\ db' = [db EXCEPT !.rec[r].tok = w, !.rec[r].over = FALSE] /\ hand' = [hand EXCEPT ![w] = r]
  /\ UNCHANGED <<copy, led, tx, seen, pc, ans, fo, fk>>
LeaseEnds(r) == Rec(r).tok # None /\ ~Rec(r).over /\ db' = [db EXCEPT !.rec[r].over = TRUE]
  /\ UNCHANGED <<copy, led, tx, seen, pc, hand, ans, fo, fk>>
Drop(w) == hand[w] # None /\ hand' = [hand EXCEPT ![w] = None] /\ UNCHANGED <<db, copy, led, tx, seen, pc, ans, fo, fk>>
Mine(w) == hand[w] # None /\ Rec(hand[w]).st = "pending" /\ Rec(hand[w]).tok = w
Record(w) == \* record-broadcast-1.lua, and the broadcast (again too: the same bytes)
  /\ Mine(w) /\ hand[w] \notin led.got /\ tx[hand[w]][w] \in {"none", "over"}
  /\ \A v \in Workers : tx[hand[w]][v] # "sent"       \* no earlier transaction may land any more
  /\ Cardinality({i \in Replicas : Has(i, hand[w])}) >= MinReplicas  \* WAIT before the broadcast
  /\ tx' = [tx EXCEPT ![hand[w]][w] = "sent"]
  /\ UNCHANGED <<db, copy, led, seen, pc, hand, ans, fo, fk>>
TxEnds(r, w) == tx[r][w] = "sent" /\ tx' = [tx EXCEPT ![r][w] = "over"] /\ UNCHANGED <<db, copy, led, seen, pc, hand, ans, fo, fk>>
Land(r, w) == \* the program: once for each round, its units in one step, inside the window
  /\ tx[r][w] = "sent" /\ led.open /\ r \notin led.got /\ Avail(led) >= Cost[r] /\ led.slot < 3
  /\ led' = [led EXCEPT !.got = @ \cup {r}, !.slot = @ + 1]
  /\ UNCHANGED <<db, copy, tx, seen, pc, hand, ans, fo, fk>>
Fork(r) == fk < Forks /\ r \in led.got \ led.final /\ led.slot < 3 /\ fk' = fk + 1
  /\ led' = [led EXCEPT !.got = @ \ {r}, !.slot = @ + 1] /\ UNCHANGED <<db, copy, tx, seen, pc, hand, ans, fo>>
Finalise(r) == r \in led.got \ led.final /\ led' = [led EXCEPT !.final = @ \cup {r}] /\ UNCHANGED <<db, copy, tx, seen, pc, hand, ans, fo, fk>>
Closes == led.open /\ led.got = led.final /\ led' = [led EXCEPT !.open = FALSE] /\ UNCHANGED <<db, copy, tx, seen, pc, hand, ans, fo, fk>>

Settle(w) == \* settle-6+2n.lua: the receipt was seen, with the reading of the same slot
  /\ Mine(w) /\ hand[w] \in led.got
  /\ LET d == Store(db, Avail(led), led.slot) IN
       db' = [d EXCEPT !.rec[hand[w]] = [@ EXCEPT !.st = "settled", !.tok = None,
                !.hold = IF d.fig[2] >= led.slot THEN NoHold ELSE led.slot]]
  /\ hand' = [hand EXCEPT ![w] = None] /\ UNCHANGED <<copy, led, tx, seen, pc, ans, fo, fk>>
Lapse(w) == \* lapse-5+2n.lua: two checks after the window, nothing may land
  /\ Mine(w) /\ ~led.open /\ hand[w] \notin led.got
  /\ db' = [db EXCEPT !.rec[hand[w]] = [@ EXCEPT !.st = "lapsed", !.tok = None, !.hold = NoHold]]
  /\ hand' = [hand EXCEPT ![w] = None] /\ UNCHANGED <<copy, led, tx, seen, pc, ans, fo, fk>>
Finality(r) == \* finalize-3.lua and roll-back-5+2n.lua
  /\ Rec(r).st = "settled"
  /\ \/ r \in led.final /\ db' = [db EXCEPT !.rec[r].st = "final"]
     \/ r \notin led.got /\ db' = [db EXCEPT !.rec[r] = [@ EXCEPT !.st = "pending", !.tok = None, !.hold = OpenHold]]
  /\ UNCHANGED <<copy, led, tx, seen, pc, hand, ans, fo, fk>>

Copy(i) == copy[i] # db /\ copy' = [copy EXCEPT ![i] = db] /\ UNCHANGED <<db, led, tx, seen, pc, hand, ans, fo, fk>>
MayTakeOver(i) == Partitions \/ \A r \in Rounds : (\E j \in Replicas : Has(j, r)) => Has(i, r)
Failover(i) == fo < Failovers /\ fo' = fo + 1 /\ MayTakeOver(i) /\ db' = copy[i] /\ copy' = [j \in Replicas |-> copy[i]]
  /\ UNCHANGED <<led, tx, seen, pc, hand, ans, fk>>

Next ==
  \/ \E r \in Rounds, a \in Asks : Reserve(r, a) \/ Lost(r, a) \/ Withdraw(r, a) \/ Fail(r, a) \/ Commit(r, a) \/ Answer(r, a)
  \/ \E r \in Rounds : Read(r) \/ Expire(r) \/ LeaseEnds(r) \/ Fork(r) \/ Finalise(r) \/ Finality(r)
  \/ \E w \in Workers : Drop(w) \/ Record(w) \/ Settle(w) \/ Lapse(w) \/ \E r \in Rounds : Claim(w, r) \/ Land(r, w) \/ TxEnds(r, w)
  \/ Closes \/ \E i \in Replicas : Copy(i) \/ Failover(i)
Spec == Init /\ [][Next]_vars

---------------------------------------------------------------------- (* what must hold *)
Live(r) == Rec(r).st \in {"pending", "settled", "final", "lapsed"}
AnsweredIsDurable == \A r \in Rounds : ans[r] # {} => Live(r)
(* No more is answered than the ledger can pay; what lapsed was given away by time, not by a wrong count. *)
ServedIsPayable == Sum({r \in Rounds : ans[r] # {} /\ Rec(r).st # "lapsed"}) <= Units
PaidOnlyIfServed == \A r \in led.got : Live(r)
FinalIsPaid == \A r \in Rounds : Rec(r).st = "final" => r \in led.got
LapsedIsUnpaid == \A r \in Rounds : Rec(r).st = "lapsed" => r \notin led.got
AnsweredOnce == \A r \in Rounds : Cardinality(ans[r]) <= 1
(* A reservation is withdrawn by the process that never heard of it, and under no round that runs. *)
HeardIsKept == [][\A r \in Rounds, a \in Asks :
  (pc[r][a] = "reserved" /\ Rec(r).st = "reserved" /\ Rec(r).by = a /\ fo' = fo) => Rec(r)'.st # "none"]_vars
HoldsReturn == \A r \in Rounds : Rec(r).st \in {"none", "failed", "expired", "lapsed"} => Rec(r).hold = NoHold
(* A hold that waits for a reading is given back by the next reading. *)
NeverStuck == \A r \in Rounds : Rec(r).hold \in Slots => Rec(r).hold <= led.slot
===============================================================================
