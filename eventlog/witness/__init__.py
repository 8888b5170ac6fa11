"""The witness protocol (C2SP tlog-witness): a witness that cosigns logs, a log that asks its witnesses."""
