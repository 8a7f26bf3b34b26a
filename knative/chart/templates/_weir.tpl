{{/* Name of an object of the whole cluster: as it is in weir-system, elsewhere with the namespace, so that operators are apart. */}}
{{- define "weir.clusterName" -}}
{{- $root := index . 0 -}}
{{- $name := index . 1 -}}
{{- if eq $root.Release.Namespace "weir-system" }}{{ $name }}{{ else }}{{ printf "%s-%s" $name $root.Release.Namespace }}{{ end -}}
{{- end -}}

{{/* The image of all functions. */}}
{{- define "weir.image" -}}
{{- printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) -}}
{{- end -}}

{{/* CEL: the instances that the policies know, as strings of a list. */}}
{{- define "weir.instances" -}}
{{- $ids := list .Values.instanceId -}}
{{- range .Values.shared.otherInstances }}{{ $ids = append $ids .instanceId }}{{ end -}}
{{- printf "'%s'" (join "', '" (uniq $ids)) -}}
{{- end -}}

{{/* CEL: the accounts of every instance that write to resources, as strings of a list. */}}
{{- define "weir.accounts" -}}
{{- $accounts := list -}}
{{- $namespaces := list .Release.Namespace -}}
{{- range .Values.shared.otherInstances }}{{ $namespaces = append $namespaces .namespace }}{{ end -}}
{{- range $namespace := uniq $namespaces -}}
{{- range list "weir-reconcile" "weir-refresh" -}}
{{- $accounts = append $accounts (printf "'system:serviceaccount:%s:%s'" $namespace .) -}}
{{- end -}}
{{- end -}}
{{- join ", " $accounts -}}
{{- end -}}
