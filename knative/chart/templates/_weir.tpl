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

{{/* CEL: the accounts of these names of every instance, as strings of a list. */}}
{{- define "weir.accounts" -}}
{{- $root := index . 0 -}}
{{- $names := rest . -}}
{{- $accounts := list -}}
{{- $namespaces := list $root.Release.Namespace -}}
{{- range $root.Values.shared.otherInstances }}{{ $namespaces = append $namespaces .namespace }}{{ end -}}
{{- range $namespace := uniq $namespaces -}}
{{- range $names -}}
{{- $accounts = append $accounts (printf "'system:serviceaccount:%s:%s'" $namespace .) -}}
{{- end -}}
{{- end -}}
{{- join ", " $accounts -}}
{{- end -}}

{{/* The operator's own configuration of Flink resources: lines, or JSON for what is given as YAML, which may be nested. */}}
{{- define "weir.flinkConfiguration" -}}
{{- $file := .Values.defaultConfiguration -}}
{{- $nested := ternary (index $file "config.yaml") "" $file.create -}}
{{- $own := .Values.operatorConfiguration -}}
{{- if $nested -}}
{{- $read := fromYaml $nested -}}
{{- with $read.Error }}{{ fail (printf "defaultConfiguration.config.yaml is no YAML: %s" .) }}{{ end -}}
{{- mergeOverwrite $read $own | toJson -}}
{{- else -}}
# Without a line every option has its default.
{{- if and $file.create (index $file "flink-conf.yaml") }}
{{ index $file "flink-conf.yaml" | trim }}
{{- end }}
{{- range $key, $value := $own }}
{{ $key }}: {{ $value | toJson }}
{{- end }}
{{- end -}}
{{- end -}}
