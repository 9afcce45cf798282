-- Appends to many logs by one statement, which is one transaction: one round trip and one commit. A log
-- whose end is not where the batch says is left as it is, with all that was meant for it.
WITH batch AS (
    SELECT * FROM unnest(
        $1::bigint[], $2::integer[], $3::integer[], $4::boolean[],
        $5::boolean[], $6::bytea[], $7::boolean[], $8::bytea[]
    ) AS batch (
        key, version, count, played, first_changes, first_token, second_changes, second_token
    )
), next AS MATERIALIZED (
    -- Rows are locked in the order of their keys, so that two nodes never wait for each other.
    SELECT batch.* FROM logs JOIN batch USING (key)
    WHERE logs.events = batch.version
    ORDER BY logs.key
    FOR UPDATE OF logs
), continued AS (
    -- Each row is found by its key. A second join with the batch would compare all with all.
    UPDATE logs SET
        events = logs.events + next.count,
        played = logs.played OR next.played,
        appended = parlor_now(),
        first_token = CASE WHEN first_changes THEN next.first_token ELSE logs.first_token END,
        second_token = CASE WHEN second_changes THEN next.second_token ELSE logs.second_token END
    FROM next
    WHERE logs.key = next.key AND logs.events = next.version
    RETURNING logs.key, logs.id, logs.events
), opened AS (
    INSERT INTO logs (
        key, id, secret, anyone, epoch, first_token, second_token, events, played, appended, used
    )
    SELECT new.*, parlor_now(), parlor_now() FROM unnest(
        $9::bigint[], $10::text[], $11::bytea[], $12::boolean[], $13::integer[],
        $14::bytea[], $15::bytea[], $16::integer[], $17::boolean[]
    ) AS new
    RETURNING key, id, events
), ended AS (
    SELECT * FROM continued UNION ALL SELECT * FROM opened
), stored AS (
    INSERT INTO events (log, version, at, holder, hash, event)
    SELECT log, version, parlor_now(), holder, hash, event::json FROM unnest(
        $18::bigint[], $19::integer[], $20::bigint[], $21::bytea[], $22::text[]
    ) AS event (log, version, holder, hash, event)
    WHERE log IN (SELECT key FROM ended)
), told AS MATERIALIZED (
    -- Other nodes hear of logs that they may know. A notification has at most 8,000 bytes.
    SELECT pg_notify(
        'parlor',
        json_build_object('node', $23::bigint, 'appended', json_object_agg(id, events))::text
    )
    FROM (SELECT id, events, (row_number() OVER () - 1) / 200 AS part FROM continued) AS parts
    GROUP BY part
)
SELECT key, (SELECT count(told) FROM told) AS told FROM ended
