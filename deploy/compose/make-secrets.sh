#!/bin/sh
# Makes every secret that is not there yet, in ./secrets. Each container is given only its own.
set -eu
cd "$(dirname "$0")"
mkdir -p secrets
chmod 0700 secrets
# Readable inside a container by its own user; the folder keeps everybody else out.
umask 0222
random() { head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n'; }
keep() { [ -e "secrets/$1" ] || printf '%s\n' "$2" >"secrets/$1"; }
keep postgres-password "$(random)"
keep owner-password "$(random)"
keep server-password "$(random)"
keep mqtt-password "$(random)"
keep reader-password "$(random)"
keep FEED_KEY "$(random)"
keep MEDIA_KIT_SECRET "$(random)"
keep S3_ACCESS_KEY_ID "$(random)"
keep S3_SECRET_ACCESS_KEY "$(random)"
keep DATABASE_URL "postgres://lookout_server:$(cat secrets/server-password)@postgres:5432/lookout"
keep DATABASE_OWNER_URL "postgres://lookout_owner:$(cat secrets/owner-password)@postgres:5432/lookout"
keep MQTT_URL "mqtt://lookout:$(cat secrets/mqtt-password)@emqx:1883"
keep emqx-users.csv "user_id,password,is_superuser
lookout,$(cat secrets/mqtt-password),false
reader,$(cat secrets/reader-password),false"
keep zlmediakit.ini "[api]
secret=$(cat secrets/MEDIA_KIT_SECRET)
[http]
port=80
[rtsp]
port=554"
keep s3.json "{ \"identities\": [{ \"name\": \"lookout\",
  \"credentials\": [{ \"accessKey\": \"$(cat secrets/S3_ACCESS_KEY_ID)\", \"secretKey\": \"$(cat secrets/S3_SECRET_ACCESS_KEY)\" }],
  \"actions\": [\"Read:lookout\", \"Write:lookout\", \"List:lookout\"] }] }"
