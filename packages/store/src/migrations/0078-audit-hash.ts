// The audit can be chained by SM3 (CRYPTO=gm). As before, the hash is computed in the database (docs/decisions/0048, 0100).
import type { Migration } from './migration.ts';

export const auditHash: Migration = {
  name: '0078-audit-hash',
  sql: `
-- By which hash rows are chained from now on. A row of either is verified by its own.
alter table journal_head add column audit_hash_name text collate "C" not null default 'SHA-256' check (audit_hash_name in ('SHA-256', 'SM3'));

-- SM3 (GB/T 32905-2016). A word of 32 bits is a bigint, # is exclusive or, 4294967295 keeps 32 bits. t has the constants of 4.2, each turned left as
-- its round turns it (5.3.3). The role of the server may call it, as everybody.
create function sm3(p_bytes bytea) returns bytea language plpgsql immutable strict parallel safe as $$
declare
  t constant bigint[] := array[
    2043430169, 4086860338, 3878753381, 3462539467, 2630111639, 965255983, 1930511966, 3861023932,
    3427080569, 2559193843, 823420391, 1646840782, 3293681564, 2292395833, 289824371, 579648742,
    2643098247, 991229199, 1982458398, 3964916796, 3634866297, 2974765299, 1654563303, 3309126606,
    2323285917, 351604539, 703209078, 1406418156, 2812836312, 1330705329, 2661410658, 1027854021,
    2055708042, 4111416084, 3927864873, 3560762451, 2826557607, 1358147919, 2716295838, 1137624381,
    2275248762, 255530229, 511060458, 1022120916, 2044241832, 4088483664, 3882000033, 3469032771,
    2643098247, 991229199, 1982458398, 3964916796, 3634866297, 2974765299, 1654563303, 3309126606,
    2323285917, 351604539, 703209078, 1406418156, 2812836312, 1330705329, 2661410658, 1027854021];
  v bigint[] := array[1937774191, 1226093241, 388252375, 3666478592, 2842636476, 372324522, 3817729613, 2969243214];
  w bigint[] := array_fill(0::bigint, array[68]);
  -- Padded to whole blocks of 64 bytes, the last 8 of which have the length in bits.
  m constant bytea := p_bytes || '\\x80'::bytea || decode(repeat('00', 63 - (length(p_bytes) + 8) % 64), 'hex') || int8send(length(p_bytes)::bigint * 8);
  o integer;
  a bigint; b bigint; c bigint; d bigint; e bigint; f bigint; g bigint; h bigint;
  s bigint; u bigint; x bigint; y bigint;
begin
  for block in 0 .. length(m) / 64 - 1 loop
    for j in 1 .. 16 loop
      o := block * 64 + j * 4 - 4;
      w[j] := (get_byte(m, o)::bigint << 24) + (get_byte(m, o + 1) << 16) + (get_byte(m, o + 2) << 8) + get_byte(m, o + 3);
    end loop;
    for j in 17 .. 68 loop
      x := w[j - 16] # w[j - 9] # (((w[j - 3] << 15) & 4294967295) | (w[j - 3] >> 17));
      w[j] := x # (((x << 15) & 4294967295) | (x >> 17)) # (((x << 23) & 4294967295) | (x >> 9))
        # (((w[j - 13] << 7) & 4294967295) | (w[j - 13] >> 25)) # w[j - 6];
    end loop;
    a := v[1]; b := v[2]; c := v[3]; d := v[4]; e := v[5]; f := v[6]; g := v[7]; h := v[8];
    for j in 1 .. 64 loop
      s := ((a << 12) & 4294967295) | (a >> 20);
      u := (s + e + t[j]) & 4294967295;
      u := ((u << 7) & 4294967295) | (u >> 25);
      if j <= 16 then
        x := (a # b # c) + d + (u # s) + (w[j] # w[j + 4]);
        y := (e # f # g) + h + u + w[j];
      else
        x := ((a & b) | (a & c) | (b & c)) + d + (u # s) + (w[j] # w[j + 4]);
        y := ((e & f) | (~e & g)) + h + u + w[j];
      end if;
      d := c;
      c := ((b << 9) & 4294967295) | (b >> 23);
      b := a;
      a := x & 4294967295;
      h := g;
      g := ((f << 19) & 4294967295) | (f >> 13);
      f := e;
      y := y & 4294967295;
      e := y # (((y << 9) & 4294967295) | (y >> 23)) # (((y << 17) & 4294967295) | (y >> 15));
    end loop;
    v := array[v[1] # a, v[2] # b, v[3] # c, v[4] # d, v[5] # e, v[6] # f, v[7] # g, v[8] # h];
  end loop;
  return decode((select string_agg(lpad(to_hex(word), 8, '0'), '' order by at) from unnest(v) with ordinality as given(word, at)), 'hex');
end $$;

-- What a row of the audit has, its number and its place in the chain apart, as canonical text: see audit_digest.
create function audit_text(
  p_at timestamptz, p_account_id text, p_user_name text, p_address text, p_act text,
  p_target_kind text, p_target_id text, p_grid_no text, p_outcome text, p_detail jsonb
) returns text language sql stable as $$
  select jsonb_build_array((extract(epoch from p_at) * 1000000)::bigint, p_account_id, p_user_name, p_address, p_act,
    p_target_kind, p_target_id, p_grid_no, p_outcome, p_detail)::text
$$;

-- As before; by SM3 a row's hash is that of the hash before it, the hash of its text, and its number. The text, which may be long, is hashed before the
-- lock for which every other writer waits, alarms among them.
create or replace function append_audit(p_entries json, p_at timestamptz) returns bigint language plpgsql as $$
declare
  v_id bigint;
  v_prev bytea;
  v_hash bytea;
  v_name text;
  v_texts bytea[];
  e json;
  n bigint;
begin
  if json_array_length(p_entries) = 0 then
    return null;
  end if;
  select audit_hash_name into v_name from journal_head;
  if v_name = 'SM3' then
    select array_agg(sm3(convert_to(audit_text(p_at, r ->> 'accountId', r ->> 'userName', r ->> 'address', r ->> 'act', r ->> 'targetKind',
      r ->> 'targetId', r ->> 'gridNo', r ->> 'outcome', coalesce(r -> 'detail', '{}')::jsonb), 'UTF8')) order by ord) into v_texts
    from json_array_elements(p_entries) with ordinality as given(r, ord);
  end if;
  select audit_last, audit_hash into v_id, v_hash from journal_head for update;
  for e, n in select r, ord from json_array_elements(p_entries) with ordinality as given(r, ord) loop
    v_id := v_id + 1;
    v_prev := v_hash;
    -- Whoever sets another hash meanwhile finds this row by the one before: either is verified.
    if v_texts is null then
      v_hash := audit_digest(v_prev, v_id, p_at, e ->> 'accountId', e ->> 'userName', e ->> 'address', e ->> 'act',
        e ->> 'targetKind', e ->> 'targetId', e ->> 'gridNo', e ->> 'outcome', coalesce(e -> 'detail', '{}')::jsonb);
    else
      v_hash := sm3(v_prev || v_texts[n] || int8send(v_id));
    end if;
    insert into audit values (v_id, p_at, e ->> 'accountId', e ->> 'userName', e ->> 'address', e ->> 'act',
      e ->> 'targetKind', e ->> 'targetId', e ->> 'gridNo', e ->> 'outcome', coalesce(e -> 'detail', '{}')::jsonb, v_prev, v_hash);
  end loop;
  update journal_head set audit_last = v_id, audit_hash = v_hash;
  return v_id;
end $$;
`,
};
