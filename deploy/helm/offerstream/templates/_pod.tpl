{{/* The parts that all pods have, for (dict "root" $ "role" "gateway"); the role of the migrations is "migrate". */}}

{{- define "offerstream.podSettings" -}}
automountServiceAccountToken: false
{{- with .root.Values.serviceAccountName }}
serviceAccountName: {{ . }}
{{- end }}
# Kubernetes would add variables named after every Service, and that of one called metrics is METRICS_PORT.
enableServiceLinks: false
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  # The user node of the image, by number, as Kubernetes cannot tell of a name whether it is root.
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  # A large archive is not walked at each start.
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- with .root.Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end -}}

{{- define "offerstream.podMetadata" -}}
labels:
  {{- include "offerstream.labels" . | nindent 2 }}
  {{- with .root.Values.podLabels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with .root.Values.podAnnotations }}
annotations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "offerstream.containerSettings" -}}
image: {{ include "offerstream.image" .root }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
env:
  {{- include "offerstream.environment" . | trim | nindent 2 }}
{{- end -}}

{{- define "offerstream.volumeMounts" -}}
- { name: data, mountPath: /data }
- { name: tmp, mountPath: /tmp }
- { name: secrets, mountPath: /run/secrets/offerstream, readOnly: true }
{{- range $group, $tls := include "offerstream.certificates" . | fromYaml }}
- { name: certificates-{{ $group }}, mountPath: /certificates/{{ $group }}, readOnly: true }
{{- end }}
{{- if and (eq .role "worker") .root.Values.archive.claim }}
- { name: archive, mountPath: /archive }
{{- end }}
{{- end -}}

{{- define "offerstream.volumes" -}}
# Compiled code, and first keys that no Secret names.
- name: data
  emptyDir: { sizeLimit: 1Gi }
- name: tmp
  emptyDir: { sizeLimit: 1Gi }
- name: secrets
  projected:
    # 0440 in octal: the user of the pod reads them by its group.
    defaultMode: 288
    sources:
      {{- range $name, $from := include "offerstream.secrets" . | fromYaml }}
      - secret:
          name: {{ $from.secret }}
          items: [{ key: {{ $from.key | quote }}, path: {{ $name }} }]
      {{- end }}
{{- range $group, $tls := include "offerstream.certificates" . | fromYaml }}
- name: certificates-{{ $group }}
  secret: { secretName: {{ $tls.secret }}, defaultMode: 288 }
{{- end }}
{{- if and (eq .role "worker") .root.Values.archive.claim }}
- name: archive
  persistentVolumeClaim: { claimName: {{ .root.Values.archive.claim }} }
{{- end }}
{{- end -}}

{{/*
How Kubernetes asks the process, for (dict "root" $ "path" "/readyz"). It knows no certificate of its own, so that a process whose
clients must show one asks itself.
*/}}
{{- define "offerstream.probe" -}}
{{- if and .root.Values.tls.secret .root.Values.tls.clientAuthorities -}}
exec:
  command: [node, ops/ready.ts, {{ .path }}]
{{- else -}}
httpGet:
  path: {{ .path }}
  port: http
  scheme: {{ ternary "HTTPS" "HTTP" (not (empty .root.Values.tls.secret)) }}
{{- end -}}
{{- end -}}
