{{- define "idv.labels" -}}
app.kubernetes.io/name: idv-verify
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "idv.image" -}}
{{ .Values.image.repository }}{{ if .Values.image.digest }}@{{ .Values.image.digest }}{{ else }}:{{ .Values.image.tag | default .Chart.AppVersion }}{{ end }}
{{- end }}

{{- define "idv.keysClaim" -}}
{{ .Values.keys.existingClaim | default (printf "%s-keys" .Release.Name) }}
{{- end }}

{{/* Of data keys, unless they are in a bucket; both while they move there. */}}
{{- define "idv.hasKeysVolume" -}}
{{- if or .Values.keys.existingClaim (not .Values.keys.bucket) }}yes{{ end }}
{{- end }}

{{- define "idv.hasCredentials" -}}
{{- if and .Values.pictures.secret (or .Values.pictures.bucket .Values.keys.bucket) }}yes{{ end }}
{{- end }}

{{- define "idv.listsClaim" -}}
{{ .Values.lists.existingClaim | default (printf "%s-lists" .Release.Name) }}
{{- end }}

{{- define "idv.serviceAccount" -}}
{{ .Values.serviceAccount.name | default .Release.Name }}
{{- end }}

{{/* The settings, in each pod itself: a change of one replaces the nodes, and a migration has those of its own version. */}}
{{- define "idv.settings" -}}
{{- $settings := dict
  "DATABASE_URL_FILE" "/run/secrets/idv/database_url"
  "IDV_BOOTSTRAP_KEY_FILE" "/run/secrets/idv/bootstrap_key"
  "METRICS_TOKEN_FILE" "/run/secrets/idv/metrics_token"
  "PUBLIC_URL" .Values.publicUrl
  "TRUST_PROXY" "1"
  "AML_LISTS" (join "," .Values.lists.addresses | default "/lists")
  "DRAIN_DELAY_MS" "10000" }}
{{- with .Values.masterKey.command }}
{{- $_ := set $settings "IDV_MASTER_KEY_COMMAND" . }}
{{- else }}
{{- $_ := set $settings "IDV_MASTER_KEY_FILE" "/run/secrets/idv/master_key" }}
{{- end }}
{{- if include "idv.hasKeysVolume" . }}{{ $_ := set $settings "KEYS_DIR" "/keys" }}{{ end }}
{{- range $name, $place := dict "PICTURES" .Values.pictures "KEYS" .Values.keys }}
{{- if $place.bucket }}
{{- $_ := set $settings $name $place.bucket }}
{{- with $place.endpoint }}{{ $_ := set $settings (print $name "_ENDPOINT") . }}{{ end }}
{{- with $place.region }}{{ $_ := set $settings (print $name "_REGION") . }}{{ end }}
{{- with $place.pathStyle }}{{ $_ := set $settings (print $name "_PATH_STYLE") . }}{{ end }}
{{- end }}
{{- end }}
{{- if include "idv.hasCredentials" . }}{{ $_ := set $settings "AWS_SHARED_CREDENTIALS_FILE" "/run/secrets/bucket/credentials" }}{{ end }}
{{- range $name, $value := merge (deepCopy .Values.settings) $settings }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- with .Values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "idv.pod" -}}
automountServiceAccountToken: false
securityContext: { runAsNonRoot: true, runAsUser: 65532, runAsGroup: 65532, fsGroup: 65532, seccompProfile: { type: RuntimeDefault } }
{{- with .Values.image.pullSecrets }}
imagePullSecrets: {{ toJson . }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{ toJson . }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{ toJson . }}
{{- end }}
{{- end }}

{{- define "idv.container" -}}
securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false, capabilities: { drop: [ALL] } }
{{- end }}

{{- define "idv.mounts" -}}
- { name: secrets, mountPath: /run/secrets/idv, readOnly: true }
- { name: tmp, mountPath: /tmp }
- { name: data, mountPath: /data }
{{- if include "idv.hasKeysVolume" . }}
- { name: keys, mountPath: /keys }
{{- end }}
{{- if include "idv.hasCredentials" . }}
- { name: bucket, mountPath: /run/secrets/bucket, readOnly: true }
{{- end }}
{{- with .Values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "idv.volumes" -}}
- { name: secrets, secret: { secretName: {{ .Values.secret }}, defaultMode: 0440 } }
- { name: tmp, emptyDir: { sizeLimit: 256Mi } }
- { name: data, emptyDir: { sizeLimit: 1Gi } }
{{- if include "idv.hasKeysVolume" . }}
- { name: keys, persistentVolumeClaim: { claimName: {{ include "idv.keysClaim" . }} } }
{{- end }}
{{- if include "idv.hasCredentials" . }}
- { name: bucket, secret: { secretName: {{ .Values.pictures.secret }}, defaultMode: 0440 } }
{{- end }}
{{- with .Values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "idv.haproxy" -}}
defaults
  mode tcp
  timeout connect 5s
  # The service closes what it does not use, and LISTEN is silent for hours.
  timeout client 24h
  timeout server 24h
resolvers cluster
  parse-resolv-conf
listen primary
  bind :{{ first .Values.database.ports }}
  option httpchk GET /primary
  default-server inter 2s fall 2 on-marked-down shutdown-sessions resolvers cluster init-addr last,libc,none
  {{- range .Values.database.haproxy.servers }}
  server {{ .name }} {{ .host }}:{{ .port }} check port {{ .check }}
  {{- end }}
{{- end }}
