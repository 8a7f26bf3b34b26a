module weir.dev/real/pause

go 1.26.0
