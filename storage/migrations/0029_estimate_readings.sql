-- A source that brings down what reads it is not read again, whoever works on the estimate then.

alter table estimate
  -- How often reading it was begun and did not come to an end, because the process that read it is gone.
  add column readings int not null default 0,
  -- Why it cannot be read, once that is known.
  add column unreadable text;
