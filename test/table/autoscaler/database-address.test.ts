import { describe, expect, it } from "vitest";
import { readAddress } from "../../../shared/adapters/autoscaler/sql/address.ts";

describe("the address of a database", () => {
  it.each([
    { url: "postgresql://me@host:5433/name", dialect: "postgresql", place: "postgresql://me@host:5433/name" },
    { url: "postgres://host/name", dialect: "postgresql", place: "postgresql://host/name" },
    { url: "jdbc:mysql://host/name", dialect: "mysql", place: "mysql://host/name" },
    { url: "mariadb://host/name", dialect: "mysql", place: "mysql://host/name" },
    { url: "sqlite:state.db?x", dialect: "sqlite", place: "state.db?x" },
  ])("$url is a $dialect", ({ url, ...read }) => {
    expect(readAddress(url)).toEqual({ ...read, isSecure: false });
  });

  it.each([
    { why: "PostgreSQL's word", of: "postgresql", query: "sslmode=require" },
    { why: "its words for more", of: "postgresql", query: "sslmode=verify-ca" },
    { why: "the most of them", of: "postgresql", query: "sslmode=verify-full" },
    { why: "its driver's flag for Java", of: "jdbc:postgresql", query: "ssl=true" },
    { why: "MySQL's words for Java", of: "jdbc:mysql", query: "sslMode=VERIFY_IDENTITY" },
    { why: "its former flag", of: "jdbc:mysql", query: "useSSL=true&serverTimezone=UTC" },
    { why: "one word for it and one against it", of: "jdbc:mysql", query: "useSSL=false&sslMode=REQUIRED" },
  ])("asks for TLS by $why, $query", ({ of, query }) => {
    expect(readAddress(`${of}://host/name?${query}`)).toMatchObject({ isSecure: true });
  });

  it.each([
    { why: "nothing is said", query: "" },
    { why: "it is refused", query: "sslmode=disable" },
    { why: "it is left open", query: "sslMode=PREFERRED" },
    { why: "another parameter says so", query: "autoReconnect=true" },
  ])("does not ask for TLS where $why", ({ query }) => {
    expect(readAddress(`mysql://host/name?${query}`)).toMatchObject({ isSecure: false });
  });

  it.each([
    { why: "a word that may have meant TLS", url: "postgresql://host/name?sslmode=verify_full_", says: "unknown word" },
    { why: "an empty one", url: "mysql://host/name?sslMode=", says: "unknown word, ''" },
    { why: "a password", url: "mysql://host/name?password=x", says: "must not hold a password" },
    { why: "another database", url: "oracle://host/name", says: "is no postgresql" },
    { why: "no name", url: "mysql://host", says: "names no host and database" },
  ])("is refused with $why", ({ url, says }) => {
    expect(readAddress(url)).toContain(says);
  });
});
