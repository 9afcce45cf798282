-- Logs from a version on. One statement, so that the parts belong together.
SELECT
    place, key, secret, anyone, epoch, first_token, second_token, logs.events,
    greatest(0, parlor_now() - greatest(appended, up_since)) AS age,
    asked.version = 0 AND used < parlor_now() - $3 AS is_old,
    coalesce(versions, '{}') AS versions,
    coalesce(jsons, '{}') AS jsons,
    coalesce(hashes, '{}') AS hashes,
    coalesce(key_uses, '{}') AS key_uses
FROM unnest($1::text[], $2::integer[]) WITH ORDINALITY AS asked (id, version, place)
JOIN logs ON logs.id = asked.id
CROSS JOIN cluster
CROSS JOIN LATERAL (
    SELECT
        array_agg(events.version ORDER BY events.version) AS versions,
        array_agg(event::text ORDER BY events.version) AS jsons,
        array_agg(hash ORDER BY events.version) AS hashes,
        array_agg(holder ORDER BY events.version) AS key_uses
    FROM events WHERE log = key AND events.version >= asked.version
) AS tail
