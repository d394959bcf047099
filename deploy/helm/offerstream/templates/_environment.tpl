{{/*
What a process is told, for (dict "root" $ "role" "gateway"); the role of the migrations is "migrate".

Secrets are files, which show in no dump of an environment and are inherited by no process that the service starts.
*/}}

{{/* The login that a role is in PostgreSQL, as YAML: the Secret and the key in it. */}}
{{- define "offerstream.login" -}}
{{- $database := .root.Values.database -}}
{{- if eq .role "migrate" -}}
{{- toYaml $database.owner -}}
{{- else if and (eq .role "worker") .root.Values.archive.claim -}}
{{- toYaml $database.archiver -}}
{{- else -}}
{{- toYaml $database.service -}}
{{- end -}}
{{- end -}}

{{/* The secrets of a role, as YAML: the name of the variable, which is that of the file too, to the Secret and the key in it. */}}
{{- define "offerstream.secrets" -}}
{{- $values := .root.Values -}}
{{- $secrets := dict "DATABASE_URL" (include "offerstream.login" . | fromYaml) -}}
{{- if ne .role "migrate" -}}
{{- $_ := set $secrets "NATS_PASSWORD" $values.nats.password -}}
{{- $_ := set $secrets "NATS_TOKEN" $values.nats.token -}}
{{- $_ := set $secrets "NATS_CREDS" $values.nats.creds -}}
{{- $_ := set $secrets "NATS_NKEY" $values.nats.nkey -}}
{{- $_ := set $secrets "ANALYTICS_URL" $values.analytics.url -}}
{{- end -}}
{{- if or (eq .role "gateway") (eq .role "ingest") -}}
{{- $_ := set $secrets "SECRETS_KEY" $values.secretsKey -}}
{{- end -}}
{{- if eq .role "gateway" -}}
{{- $_ := set $secrets "BOOTSTRAP_ADMIN_KEY" $values.firstKeys.admin -}}
{{- $_ := set $secrets "BOOTSTRAP_CUSTOMER_KEY" $values.firstKeys.customer -}}
{{- end -}}
{{- if eq .role "worker" -}}
{{- $_ := set $secrets "LLM_API_KEY" $values.languageModel.apiKey -}}
{{- end -}}
{{- range $name, $from := $secrets }}
{{- if $from.secret }}
{{ $name }}: {{ toJson $from }}
{{- end }}
{{- end }}
{{- end -}}

{{/* The groups of certificates of a role, as YAML: the name of the group to what the values say of it. */}}
{{- define "offerstream.certificates" -}}
{{- $values := .root.Values -}}
{{- $groups := dict "database" $values.database.tls -}}
{{- if ne .role "migrate" -}}
{{- $_ := set $groups "nats" $values.nats.tls -}}
{{- $_ := set $groups "analytics" $values.analytics.tls -}}
{{- $_ := set $groups "tracing" $values.tracing.tls -}}
{{- $_ := set $groups "own" $values.tls -}}
{{- end -}}
{{- range $group, $tls := $groups }}
{{- if $tls.secret }}
{{ $group }}: {{ toJson $tls }}
{{- end }}
{{- end }}
{{- end -}}

{{/* The variables that name the files of certificates, as YAML. */}}
{{- define "offerstream.certificateFiles" -}}
{{- $names := dict
  "database" (dict "authorities" "DATABASE_CA_FILE" "certificate" "DATABASE_CERT_FILE" "key" "DATABASE_KEY_FILE")
  "nats" (dict "authorities" "NATS_CA_FILE" "certificate" "NATS_CERT_FILE" "key" "NATS_KEY_FILE")
  "analytics" (dict "authorities" "ANALYTICS_CA_FILE" "certificate" "ANALYTICS_CERT_FILE" "key" "ANALYTICS_KEY_FILE")
  "tracing" (dict
    "authorities" "OTEL_EXPORTER_OTLP_CERTIFICATE"
    "certificate" "OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE"
    "key" "OTEL_EXPORTER_OTLP_CLIENT_KEY")
  "own" (dict "clientAuthorities" "TLS_CLIENT_CA_FILE" "certificate" "TLS_CERT_FILE" "key" "TLS_KEY_FILE")
-}}
{{- range $group, $tls := include "offerstream.certificates" . | fromYaml }}
{{- range $part, $name := get $names $group }}
{{- if get $tls $part }}
{{ $name }}: /certificates/{{ $group }}/{{ get $tls $part }}
{{- end }}
{{- end }}
{{- end }}
{{- end -}}

{{/* What the chart itself says to a role besides, as YAML. */}}
{{- define "offerstream.ownSettings" -}}
{{- $values := .root.Values -}}
DATA_DIR: /data
DATABASE_POOL_SIZE: {{ $values.database.poolSize | int | quote }}
{{- if eq .role "migrate" }}
# It has no ports of its own.
REQUIRE_TLS: {{ ternary "off" "behind-proxy" (eq $values.requireTls "nowhere") | quote }}
{{- else }}
REQUIRE_TLS: {{ get (dict "everywhere" "on" "behind-proxy" "behind-proxy" "nowhere" "off") $values.requireTls | quote }}
ROLES: {{ .role }}
DEMO: "off"
MIGRATE: "off"
HTTP_PORT: "8080"
GRPC_PORT: "50051"
METRICS_PORT: "9464"
LOG_FORMAT: json
START_WAIT_MS: {{ mul (int $values.startWaitSeconds) 1000 | quote }}
SHUTDOWN_DEADLINE_MS: {{ mul (int $values.shutdownSeconds) 1000 | quote }}
# Never the bus on PostgreSQL, which serves a single process.
BUS: jetstream
NATS_URL: {{ required "nats.url must be given: several processes need a bus that all of them reach" $values.nats.url | quote }}
NATS_REPLICAS: {{ $values.nats.replicas | int | quote }}
{{- with $values.nats.user }}
NATS_USER: {{ . | quote }}
{{- end }}
ANALYTICS: {{ ternary "server" "off" (not (empty $values.analytics.url.secret)) | quote }}
{{- with $values.tracing.endpoint }}
OTEL_EXPORTER_OTLP_ENDPOINT: {{ . | quote }}
{{- end }}
{{- if and (eq .role "worker") $values.archive.claim }}
ARCHIVE_DIRECTORY: /archive
{{- end }}
{{- end }}
{{- end -}}

{{/* The environment of a role, as the list of a container. */}}
{{- define "offerstream.environment" -}}
{{- $own := include "offerstream.ownSettings" . | fromYaml -}}
{{- $files := include "offerstream.certificateFiles" . | fromYaml -}}
{{- $ofRole := (get .root.Values .role | default dict).settings | default dict -}}
{{- $environment := merge (dict) $own $files $ofRole .root.Values.settings -}}
{{- range $name, $from := include "offerstream.secrets" . | fromYaml }}
{{- $_ := set $environment (printf "%s_FILE" $name) (printf "/run/secrets/offerstream/%s" $name) }}
{{- end }}
{{- range $name, $value := $environment }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end -}}
