module weir.dev/real/pause

go 1.24.0
