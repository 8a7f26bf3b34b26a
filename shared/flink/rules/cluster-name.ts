/** What a cluster can be called (FD-1); the same to JavaScript and to RE2, which CEL uses. */
export const clusterName = /^[a-z]([-a-z0-9]{0,43}[a-z0-9])?$/;
