module example.test/verify

go 1.22
