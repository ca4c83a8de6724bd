import assert from "node:assert/strict";
import { test } from "node:test";
import { readConfig } from "../config/config.ts";
import { allowList, isPublicAddress, mayReach } from "./address.ts";

const publicOnes = ["1.1.1.1", "93.184.216.34", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "::ffff:8.8.8.8"];

const others = [
  ...["0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.254"],
  ...["169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.1.1"],
  ...["198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255"],
  ...[
    "168.63.129.16",
    "::",
    "::1",
    "::7f00:1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:0:7f00:1",
  ],
  ...["64:ff9b::7f00:1", "64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1", "2002:7f00:1::", "3fff::1", "4000::1"],
  ...["fc00::1", "fd00:ec2::254", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1", "5f00::1", "not an address", ""],
];

test("only addresses of the public internet are public", () => {
  assert.deepEqual(
    publicOnes.filter((address) => !isPublicAddress(address)),
    [],
  );
  assert.deepEqual(others.filter(isPublicAddress), []);
});

test("public addresses are reached on web ports only", () => {
  const ports = [0, 22, 25, 80, 443, 5432, 8080].filter((port) =>
    mayReach({ host: "example.com", address: "1.1.1.1", port }, allowList([])),
  );

  assert.deepEqual(ports, [80, 443]);
});

test("a listed name may have any address, and a listed address any name", () => {
  const allow = allowList(["N8N", "db.lan.", "10.1.0.0/16", "192.168.1.7", "fd00::/8", "::1"]);
  const may = (host: string, address: string) => mayReach({ host, address, port: 5678 }, allow);

  assert.ok(may("n8n", "172.18.0.2"));
  assert.ok(may("n8n.", "1.1.1.1"));
  assert.ok(may("db.lan", "10.9.9.9"));
  assert.ok(may("any", "10.1.200.3"));
  assert.ok(may("any", "::ffff:10.1.200.3"));
  assert.ok(may("any", "192.168.1.7"));
  assert.ok(may("any", "fd12::3"));
  assert.ok(may("::1", "::1"));
  assert.ok(!may("other", "10.2.0.1"));
  assert.ok(!may("a.n8n", "172.18.0.2"));
  assert.ok(!may("any", "192.168.1.8"));
  assert.ok(!may("any", "127.0.0.1"));
  assert.ok(!may("any", "1.1.1.1"));
});

test("the list is a setting, and an invalid entry is refused at the start", () => {
  const listOf = (value: string) => readConfig({ ALLOW_PRIVATE_HOSTS: value }).allowPrivateHosts;

  assert.deepEqual(readConfig({}).allowPrivateHosts, []);
  assert.deepEqual(listOf(" n8n, 10.0.0.0/8,, fd00::/8 ,127.0.0.1"), ["n8n", "10.0.0.0/8", "fd00::/8", "127.0.0.1"]);
  for (const wrong of ["http://n8n", "n8n:5678", "10.0.0.0/33", "10.0.0.0/x", "a b", "*", "n8n/8", "[::1]"]) {
    assert.throws(() => listOf(wrong), /ALLOW_PRIVATE_HOSTS/, wrong);
  }
});
