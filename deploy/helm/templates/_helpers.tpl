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
  "AML_LISTS" "/lists"
  "KEYS_DIR" "/keys"
  "DRAIN_DELAY_MS" "10000" }}
{{- with .Values.masterKey.command }}
{{- $_ := set $settings "IDV_MASTER_KEY_COMMAND" . }}
{{- else }}
{{- $_ := set $settings "IDV_MASTER_KEY_FILE" "/run/secrets/idv/master_key" }}
{{- end }}
{{- with .Values.pictures }}
{{- if .bucket }}
{{- $_ := set $settings "PICTURES" .bucket }}
{{- with .endpoint }}{{ $_ := set $settings "PICTURES_ENDPOINT" . }}{{ end }}
{{- with .region }}{{ $_ := set $settings "PICTURES_REGION" . }}{{ end }}
{{- with .pathStyle }}{{ $_ := set $settings "PICTURES_PATH_STYLE" . }}{{ end }}
{{- if .secret }}{{ $_ := set $settings "AWS_SHARED_CREDENTIALS_FILE" "/run/secrets/pictures/credentials" }}{{ end }}
{{- end }}
{{- end }}
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
- { name: keys, mountPath: /keys }
{{- if and .Values.pictures.bucket .Values.pictures.secret }}
- { name: pictures, mountPath: /run/secrets/pictures, readOnly: true }
{{- end }}
{{- with .Values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "idv.volumes" -}}
- { name: secrets, secret: { secretName: {{ .Values.secret }}, defaultMode: 0440 } }
- { name: tmp, emptyDir: { sizeLimit: 256Mi } }
- { name: data, emptyDir: { sizeLimit: 1Gi } }
- { name: keys, persistentVolumeClaim: { claimName: {{ include "idv.keysClaim" . }} } }
{{- if and .Values.pictures.bucket .Values.pictures.secret }}
- { name: pictures, secret: { secretName: {{ .Values.pictures.secret }}, defaultMode: 0440 } }
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
