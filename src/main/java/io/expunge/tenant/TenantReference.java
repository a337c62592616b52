package io.expunge.tenant;

/**
 * What stands for a tenant in everything that is kept: HMAC-SHA-256 of the id under a named key that is held outside the
 * database.
 *
 * @param keyName the key's name
 * @param value 64 hexadecimal digits
 */
public record TenantReference(String keyName, String value) {}
